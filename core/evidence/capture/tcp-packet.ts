/**
 * One TCP segment as it would have been seen on the loopback interface, with an Ethernet header so that every tool takes it.
 *
 *   Ethernet 14 │ IPv4 20 │ TCP 20 │ data
 */

const ETHERNET = 14;
const IP = 20;
const TCP = 20;
const HEADERS = ETHERNET + IP + TCP;
/** The most data that fits a packet of IPv4. */
export const SEGMENT_BYTES_MAX = 65_535 - IP - TCP;

const FLAGS = { fin: 0x01, syn: 0x02, push: 0x08, ack: 0x10 } as const;
const WINDOW = 65_535;
const LOOPBACK = 0x7f000001;
const PROTOCOL_TCP = 6;

export interface Segment {
  readonly fromPort: number;
  readonly toPort: number;
  readonly sequence: number;
  readonly acknowledged: number;
  readonly flags: readonly (keyof typeof FLAGS)[];
  readonly data: Buffer;
  /** Counts the packets: IPv4's identification. */
  readonly number: number;
  /** The broker sent it. */
  readonly isFromBroker: boolean;
}

/** The packet, checksums included. */
export function tcpPacket(segment: Segment): Buffer {
  const { data, isFromBroker } = segment;
  const bytes = Buffer.alloc(HEADERS + data.length);
  // Locally administered addresses: …:01 is the broker, …:02 everybody else.
  bytes.writeUIntBE(isFromBroker ? 0x020000000002 : 0x020000000001, 0, 6);
  bytes.writeUIntBE(isFromBroker ? 0x020000000001 : 0x020000000002, 6, 6);
  bytes.writeUInt16BE(0x0800, 12);

  const ip = bytes.subarray(ETHERNET, ETHERNET + IP);
  ip.writeUInt8(0x45, 0);
  ip.writeUInt16BE(IP + TCP + data.length, 2);
  ip.writeUInt16BE(segment.number & 0xffff, 4);
  ip.writeUInt16BE(0x4000, 6);
  ip.writeUInt8(64, 8);
  ip.writeUInt8(PROTOCOL_TCP, 9);
  ip.writeUInt32BE(LOOPBACK, 12);
  ip.writeUInt32BE(LOOPBACK, 16);
  ip.writeUInt16BE(checksum(ip, 0), 10);

  const tcp = bytes.subarray(ETHERNET + IP);
  tcp.writeUInt16BE(segment.fromPort, 0);
  tcp.writeUInt16BE(segment.toPort, 2);
  tcp.writeUInt32BE(segment.sequence >>> 0, 4);
  tcp.writeUInt32BE(segment.acknowledged >>> 0, 8);
  tcp.writeUInt8((TCP / 4) << 4, 12);
  tcp.writeUInt8(
    segment.flags.reduce((all, flag) => all | FLAGS[flag], 0),
    13,
  );
  tcp.writeUInt16BE(WINDOW, 14);
  data.copy(tcp, TCP);
  // The pseudo header: addresses, protocol, length.
  tcp.writeUInt16BE(checksum(tcp, 2 * (0x7f00 + 1) + PROTOCOL_TCP + tcp.length), 16);
  return bytes;
}

/** The Internet checksum (RFC 1071). */
function checksum(bytes: Buffer, start: number): number {
  let sum = start;
  for (let at = 0; at + 1 < bytes.length; at += 2) sum += bytes.readUInt16BE(at);
  if (bytes.length % 2 === 1) sum += (bytes.at(-1) ?? 0) << 8;
  while (sum > 0xffff) sum = Math.floor(sum / 0x10000) + (sum & 0xffff);
  return ~sum & 0xffff;
}
