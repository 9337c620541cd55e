// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Carries packets between /dev/palmboard and a port to the host: carrier PORT
 * On the port each packet has its length before it (u32, little endian).
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PACKET 8192

static int whole(int port, void *data, size_t size, int out)
{
	uint8_t *at = data;

	while (size) {
		ssize_t done = out ? write(port, at, size) : read(port, at, size);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0) {
			/* Nobody may be at the other end yet. */
			if (done < 0 && errno != EAGAIN)
				return -1;
			poll(NULL, 0, 20);
			continue;
		}
		at += done;
		size -= done;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static uint8_t data[PACKET];
	int board = open("/dev/palmboard", O_RDWR);
	int port = argc == 2 ? open(argv[1], O_RDWR) : -1;
	struct pollfd both[2] = { { board, POLLIN, 0 }, { port, POLLIN, 0 } };

	if (board < 0 || port < 0) {
		perror("carrier");
		return 1;
	}
	for (;;) {
		uint32_t size;

		if (poll(both, 2, -1) < 0 && errno != EINTR)
			return 1;
		if (both[0].revents & POLLIN) {
			ssize_t got = read(board, data, sizeof(data));

			if (got < 0)
				return 1;
			size = got;
			if (whole(port, &size, 4, 1) || whole(port, data, size, 1))
				return 1;
		}
		if (both[1].revents & POLLIN) {
			if (whole(port, &size, 4, 0) || size > PACKET || whole(port, data, size, 0))
				return 1;
			if (write(board, data, size) < 0)
				perror("carrier: refused");
		} else if (both[1].revents & POLLHUP) {
			poll(NULL, 0, 50);
		}
	}
}
