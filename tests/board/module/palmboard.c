// SPDX-License-Identifier: GPL-2.0
/*
 * The header of a Raspberry Pi without its copper: a GPIO chip of 54 lines under the label of the real one, and
 * an I2C adapter that becomes /dev/i2c-1. What lies on the lines and what answers on the bus is told through
 * /dev/palmboard, a packet a read and a packet a write (little endian):
 *
 *   out  'X' u8 messages, u16 0, u32 number; each message u16 address, u16 flags, u16 length, data of a write
 *        'G' u8 line, u8 level, u8 0        an output was set, or a line became an output
 *        'P' u8 line, u8 pull, u8 0         an input was taken with pull 0 none, 1 up, 2 down
 *   in   'A' u8[3], u32 number, s32 result; data of the reads       0 or -errno
 *        'I' u8 line, u8 level, u8 lost     level 0, 1, or 2: let go; a lost edge is told to nobody
 *        'H' u8[3], u32 milliseconds        the next transfer hangs so long in the kernel, whatever its time-out
 *        'U' u8[3]                          the bus goes away; 'B' u8[3] it comes back
 */
#include <linux/bitmap.h>
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/interrupt.h>
#include <linux/irq_work.h>
#include <linux/kernel.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#define LINES 54
#define PACKET 8192
#define WAITING 256

static char *label = "pinctrl-bcm2711";
module_param(label, charp, 0444);
MODULE_PARM_DESC(label, "label of the GPIO chip of the header");
static int between;
module_param(between, int, 0444);
MODULE_PARM_DESC(between, "lines of a GPIO adapter that is found before the header");

struct packet {
	struct list_head list;
	size_t size;
	u8 data[];
};

static struct platform_device *board;

/* Packets that wait for their reader. */
static LIST_HEAD(waiting);
static unsigned int waiting_count;
static DEFINE_SPINLOCK(waiting_lock);
static DECLARE_WAIT_QUEUE_HEAD(readable);
static atomic_t readers = ATOMIC_INIT(0);

static int tell(const void *data, size_t size)
{
	struct packet *packet;
	unsigned long flags;
	int result = 0;

	if (!atomic_read(&readers))
		return -ENOTCONN;
	packet = kmalloc(sizeof(*packet) + size, GFP_ATOMIC);
	if (!packet)
		return -ENOMEM;
	packet->size = size;
	memcpy(packet->data, data, size);
	spin_lock_irqsave(&waiting_lock, flags);
	if (waiting_count < WAITING) {
		list_add_tail(&packet->list, &waiting);
		waiting_count++;
	} else {
		result = -ENOBUFS;
	}
	spin_unlock_irqrestore(&waiting_lock, flags);
	if (result)
		kfree(packet);
	else
		wake_up_interruptible(&readable);
	return result;
}

static struct packet *next_packet(void)
{
	struct packet *packet;
	unsigned long flags;

	spin_lock_irqsave(&waiting_lock, flags);
	packet = list_first_entry_or_null(&waiting, struct packet, list);
	if (packet) {
		list_del(&packet->list);
		waiting_count--;
	}
	spin_unlock_irqrestore(&waiting_lock, flags);
	return packet;
}

/* The lines of the header. */
static DECLARE_BITMAP(driven, LINES);
static DECLARE_BITMAP(level, LINES);
static DECLARE_BITMAP(pulled_down, LINES);
static DECLARE_BITMAP(output, LINES);
static DECLARE_BITMAP(output_level, LINES);
static DECLARE_BITMAP(rising, LINES);
static DECLARE_BITMAP(falling, LINES);
static DECLARE_BITMAP(enabled, LINES);
static DECLARE_BITMAP(fired, LINES);
static DEFINE_RAW_SPINLOCK(lines_lock);
static struct irq_work fire_work;
static struct gpio_chip header;

static int level_of(unsigned int line)
{
	if (test_bit(line, output))
		return test_bit(line, output_level);
	if (test_bit(line, driven))
		return test_bit(line, level);
	return !test_bit(line, pulled_down);
}

/* In interrupt context, as an edge comes on a board. */
static void fire(struct irq_work *work)
{
	unsigned int line;

	for_each_set_bit(line, fired, LINES) {
		clear_bit(line, fired);
		generic_handle_domain_irq(header.irq.domain, line);
	}
}

static void drive(unsigned int line, unsigned int to, bool lost)
{
	unsigned long flags;
	int before, after;
	bool wanted;

	raw_spin_lock_irqsave(&lines_lock, flags);
	before = level_of(line);
	__assign_bit(line, driven, to < 2);
	__assign_bit(line, level, to == 1);
	after = level_of(line);
	wanted = before != after && test_bit(line, enabled) && test_bit(line, after ? rising : falling);
	raw_spin_unlock_irqrestore(&lines_lock, flags);
	if (wanted && !lost) {
		set_bit(line, fired);
		irq_work_queue(&fire_work);
		/* Two edges of one line are two interrupts. */
		irq_work_sync(&fire_work);
	}
}

static int header_get(struct gpio_chip *chip, unsigned int line)
{
	return level_of(line);
}

static void tell_line(u8 kind, unsigned int line, u8 value)
{
	u8 data[4] = { kind, line, value, 0 };

	tell(data, sizeof(data));
}

static void header_set(struct gpio_chip *chip, unsigned int line, int value)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&lines_lock, flags);
	__assign_bit(line, output_level, value);
	raw_spin_unlock_irqrestore(&lines_lock, flags);
	tell_line('G', line, !!value);
}

static int header_direction(struct gpio_chip *chip, unsigned int line)
{
	return test_bit(line, output) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int header_input(struct gpio_chip *chip, unsigned int line)
{
	clear_bit(line, output);
	return 0;
}

static int header_output(struct gpio_chip *chip, unsigned int line, int value)
{
	set_bit(line, output);
	header_set(chip, line, value);
	return 0;
}

static int header_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		clear_bit(line, pulled_down);
		tell_line('P', line, 1);
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
		set_bit(line, pulled_down);
		tell_line('P', line, 2);
		return 0;
	case PIN_CONFIG_BIAS_DISABLE:
		tell_line('P', line, 0);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void header_mask(struct irq_data *data)
{
	clear_bit(irqd_to_hwirq(data), enabled);
	gpiochip_disable_irq(&header, irqd_to_hwirq(data));
}

static void header_unmask(struct irq_data *data)
{
	gpiochip_enable_irq(&header, irqd_to_hwirq(data));
	set_bit(irqd_to_hwirq(data), enabled);
}

static int header_type(struct irq_data *data, unsigned int type)
{
	if (type & ~IRQ_TYPE_EDGE_BOTH)
		return -EINVAL;
	assign_bit(irqd_to_hwirq(data), rising, type & IRQ_TYPE_EDGE_RISING);
	assign_bit(irqd_to_hwirq(data), falling, type & IRQ_TYPE_EDGE_FALLING);
	return 0;
}

static const struct irq_chip header_irq = {
	.name = "palmboard",
	.irq_mask = header_mask,
	.irq_unmask = header_unmask,
	.irq_set_type = header_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static struct gpio_chip header = {
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get = header_get,
	.set = header_set,
	.get_direction = header_direction,
	.direction_input = header_input,
	.direction_output = header_output,
	.set_config = header_config,
};

/* The adapter that somebody plugged in: lines that lead nowhere. */
static int adapter_get(struct gpio_chip *chip, unsigned int line)
{
	return 1;
}

static int adapter_input(struct gpio_chip *chip, unsigned int line)
{
	return 0;
}

static struct gpio_chip adapter_in_between = {
	.label = "usb-adapter",
	.owner = THIS_MODULE,
	.base = -1,
	.get = adapter_get,
	.direction_input = adapter_input,
};

/* The bus. */
static DEFINE_MUTEX(answer_lock);
static DECLARE_COMPLETION(answered);
static u32 number;
static bool pending;
static s32 answer_result;
static u8 answer_data[PACKET];
static size_t answer_size;
static bool gone, registered;
static u32 hang_ms;

static int ask(struct i2c_msg *messages, int count, u8 *packet)
{
	size_t size = 8;
	int i;

	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];
		u16 head[3] = { message->addr, message->flags, message->len };

		if (size + sizeof(head) + message->len > PACKET)
			return -EOPNOTSUPP;
		memcpy(packet + size, head, sizeof(head));
		size += sizeof(head);
		if (message->flags & I2C_M_RD)
			continue;
		memcpy(packet + size, message->buf, message->len);
		size += message->len;
	}
	packet[0] = 'X';
	packet[1] = count;
	mutex_lock(&answer_lock);
	number++;
	memcpy(packet + 4, &number, 4);
	pending = true;
	reinit_completion(&answered);
	mutex_unlock(&answer_lock);
	return tell(packet, size);
}

static int take(struct i2c_msg *messages, int count)
{
	size_t at = 0;
	int i;

	for (i = 0; i < count; i++) {
		if (!(messages[i].flags & I2C_M_RD))
			continue;
		if (at + messages[i].len > answer_size)
			return -EIO;
		memcpy(messages[i].buf, answer_data + at, messages[i].len);
		at += messages[i].len;
	}
	return count;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	u8 *packet;
	int result;

	if (gone)
		return -ENODEV;
	if (hang_ms) {
		u32 ms = hang_ms;

		hang_ms = 0;
		msleep(ms);
		return -ETIMEDOUT;
	}
	packet = kzalloc(PACKET, GFP_KERNEL);
	if (!packet)
		return -ENOMEM;
	result = ask(messages, count, packet);
	kfree(packet);
	/* Nobody is there who would have the chips: nothing answers. */
	if (result)
		return -EREMOTEIO;
	result = wait_for_completion_timeout(&answered, adapter->timeout) ? 0 : -ETIMEDOUT;
	mutex_lock(&answer_lock);
	pending = false;
	if (!result)
		result = answer_result;
	if (!result)
		result = take(messages, count);
	mutex_unlock(&answer_lock);
	return result;
}

static u32 functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functions,
};

static struct i2c_adapter bus = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.nr = 1,
	.name = "bcm2835 (i2c@7e804000)",
};

/* Going away waits until nobody holds the node open; so it has a thread of its own. */
static void away(struct work_struct *work)
{
	if (registered) {
		registered = false;
		i2c_del_adapter(&bus);
	}
}

static void back(struct work_struct *work)
{
	if (!registered) {
		gone = false;
		registered = !i2c_add_numbered_adapter(&bus);
	}
}

static DECLARE_WORK(away_work, away);
static DECLARE_WORK(back_work, back);

/* The node through which all of it is told. */
static int node_open(struct inode *inode, struct file *file)
{
	if (atomic_cmpxchg(&readers, 0, 1))
		return -EBUSY;
	return nonseekable_open(inode, file);
}

static int node_release(struct inode *inode, struct file *file)
{
	struct packet *packet;

	atomic_set(&readers, 0);
	while ((packet = next_packet()))
		kfree(packet);
	return 0;
}

static ssize_t node_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	struct packet *packet = next_packet();
	ssize_t result;

	while (!packet) {
		if (file->f_flags & O_NONBLOCK)
			return -EAGAIN;
		if (wait_event_interruptible(readable, !list_empty(&waiting)))
			return -ERESTARTSYS;
		packet = next_packet();
	}
	result = packet->size;
	if (size < packet->size)
		result = -EMSGSIZE;
	else if (copy_to_user(to, packet->data, packet->size))
		result = -EFAULT;
	kfree(packet);
	return result;
}

static void take_answer(const u8 *data, size_t size)
{
	u32 of;

	memcpy(&of, data + 4, 4);
	mutex_lock(&answer_lock);
	if (pending && of == number) {
		pending = false;
		memcpy(&answer_result, data + 8, 4);
		answer_size = size - 12;
		memcpy(answer_data, data + 12, answer_size);
		complete(&answered);
	}
	mutex_unlock(&answer_lock);
}

static int take_packet(const u8 *data, size_t size)
{
	if (size >= 12 && data[0] == 'A')
		take_answer(data, size);
	else if (size == 4 && data[0] == 'I' && data[1] < LINES)
		drive(data[1], data[2], data[3]);
	else if (size == 8 && data[0] == 'H')
		memcpy(&hang_ms, data + 4, 4);
	else if (size == 4 && data[0] == 'U') {
		gone = true;
		schedule_work(&away_work);
	} else if (size == 4 && data[0] == 'B')
		schedule_work(&back_work);
	else
		return -EINVAL;
	return 0;
}

static ssize_t node_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	u8 *data;
	int result;

	if (size < 4 || size > PACKET)
		return -EINVAL;
	data = memdup_user(from, size);
	if (IS_ERR(data))
		return PTR_ERR(data);
	result = take_packet(data, size);
	kfree(data);
	return result ? result : size;
}

static __poll_t node_poll(struct file *file, poll_table *wait)
{
	poll_wait(file, &readable, wait);
	return EPOLLOUT | EPOLLWRNORM | (list_empty(&waiting) ? 0 : EPOLLIN | EPOLLRDNORM);
}

static const struct file_operations node_operations = {
	.owner = THIS_MODULE,
	.open = node_open,
	.release = node_release,
	.read = node_read,
	.write = node_write,
	.poll = node_poll,
};

static struct miscdevice node = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "palmboard",
	.fops = &node_operations,
	.mode = 0600,
};

static int add_header(void)
{
	struct gpio_irq_chip *irq = &header.irq;

	header.label = label;
	header.parent = &board->dev;
	gpio_irq_chip_set_chip(irq, &header_irq);
	irq->default_type = IRQ_TYPE_NONE;
	irq->handler = handle_simple_irq;
	return gpiochip_add_data(&header, NULL);
}

static int __init start(void)
{
	int result;

	init_irq_work(&fire_work, fire);
	fire_work = IRQ_WORK_INIT_HARD(fire);
	board = platform_device_register_simple("palmboard", -1, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	if (between > 0) {
		adapter_in_between.ngpio = between;
		adapter_in_between.parent = &board->dev;
		result = gpiochip_add_data(&adapter_in_between, NULL);
		if (result)
			goto no_adapter;
	}
	result = add_header();
	if (result)
		goto no_header;
	result = misc_register(&node);
	if (result)
		goto no_node;
	bus.dev.parent = &board->dev;
	result = i2c_add_numbered_adapter(&bus);
	if (result)
		goto no_bus;
	registered = true;
	return 0;
no_bus:
	misc_deregister(&node);
no_node:
	gpiochip_remove(&header);
no_header:
	if (between > 0)
		gpiochip_remove(&adapter_in_between);
no_adapter:
	platform_device_unregister(board);
	return result;
}

static void __exit stop(void)
{
	cancel_work_sync(&back_work);
	gone = true;
	flush_work(&away_work);
	away(NULL);
	misc_deregister(&node);
	irq_work_sync(&fire_work);
	gpiochip_remove(&header);
	if (between > 0)
		gpiochip_remove(&adapter_in_between);
	platform_device_unregister(board);
}

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("GPIO header and I2C bus of a Raspberry Pi, answered from outside");
