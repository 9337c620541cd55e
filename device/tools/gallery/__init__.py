"""Every screen as a picture, from real states where they can be reached: `palmstone gallery DIR`.

To add screens, write a module `entries_<what>.py` in this folder with a tuple `ENTRIES` of
`device.tools.gallery.entry.GalleryEntry`; it is found by its name.
"""
