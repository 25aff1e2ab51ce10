/**
 * Frames as a capture file: `frames.pcap`, which tshark and Wireshark decode as Kafka (`-d tcp.port==P,kafka`). The broker keeps
 * frames, not packets, so the packets around them are made: for each connection a handshake, then requests and responses in the
 * order and at the times at which the broker worked on them, each with the size prefix it had on the wire.
 */
import { SEGMENT_BYTES_MAX, tcpPacket } from './tcp-packet.ts';

/** One exchange. Frames are without the size prefix. */
export interface CapturedFrame {
  readonly frame: number;
  readonly connection: number;
  /** When the request was taken up, ms since the Unix epoch. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly request: Buffer;
  /** Null when nothing was answered. */
  readonly response: Buffer | null;
}

/** Where the frame is in the capture: numbers from 1, of the packet in which it ends; null when there is none. */
export interface FramePackets {
  readonly request: number;
  readonly response: number | null;
}

interface Sent {
  readonly atMs: number;
  readonly frame: CapturedFrame;
  readonly side: 'request' | 'response';
}

/** A packet behind its line: where the connection stands. */
interface Stream {
  readonly clientPort: number;
  isOpen: boolean;
  sentByClient: number;
  sentByBroker: number;
}

const MAGIC = 0xa1b2c3d4;
const ETHERNET = 1;
const SNAP_LENGTH = 262_144;
/** Bytes before the first packet of a file, and before each packet. */
export const FILE_HEADER = 24;
export const RECORD_HEADER = 16;
/** Where the ports of connections begin whose real one is not known. */
const PORTS_FROM = 49_152;
const PORTS = 16_384;
/** Ports there are: from 1 on. */
const PORTS_MAX = 65_535;
/** SYN, SYN-ACK, ACK. */
const HANDSHAKE_PACKETS = 3;

export class Capture {
  /** In the order of the file. */
  readonly #sent: readonly Sent[];
  readonly #brokerPort: number;
  readonly #portOf: (connection: number) => number | undefined;
  readonly packetCount: number;
  /** By frame number. */
  readonly packets: ReadonlyMap<number, FramePackets>;

  constructor(
    frames: readonly CapturedFrame[],
    options: {
      readonly brokerPort: number;
      /** The client's port of a connection, where it is known. */
      readonly portOf: (connection: number) => number | undefined;
    },
  ) {
    this.#brokerPort = options.brokerPort;
    this.#portOf = options.portOf;
    this.#sent = inOrder(frames);
    const { packets, count } = numbered(this.#sent);
    this.packets = packets;
    this.packetCount = count;
  }

  /** The file, a packet a piece. */
  *contents(): Generator<Buffer, void> {
    yield fileHeader();
    const streams = new Map<number, Stream>();
    const taken = new Set([this.#brokerPort]);
    let number = 0;
    for (const { atMs, frame, side } of this.#sent) {
      const stream = this.#streamOf(streams, taken, frame.connection);
      const bytes = side === 'request' ? frame.request : frame.response;
      for (const packet of this.#packetsOf(stream, { bytes: bytes ?? Buffer.alloc(0), side, number })) {
        number++;
        yield record(packet, atMs);
      }
    }
  }

  #streamOf(streams: Map<number, Stream>, taken: Set<number>, connection: number): Stream {
    let stream = streams.get(connection);
    if (stream === undefined) {
      const wanted = this.#portOf(connection) ?? PORTS_FROM + (connection % PORTS);
      const clientPort = freePort(wanted, taken);
      taken.add(clientPort);
      stream = { clientPort, isOpen: false, sentByClient: 0, sentByBroker: 0 };
      streams.set(connection, stream);
    }
    return stream;
  }

  *#packetsOf(
    stream: Stream,
    sent: { readonly bytes: Buffer; readonly side: Sent['side']; readonly number: number },
  ): Generator<Buffer, void> {
    let { number } = sent;
    const send = (
      isFromBroker: boolean,
      flags: Parameters<typeof tcpPacket>[0]['flags'],
      data: Buffer,
    ): Buffer => {
      const packet = tcpPacket({
        fromPort: isFromBroker ? this.#brokerPort : stream.clientPort,
        toPort: isFromBroker ? stream.clientPort : this.#brokerPort,
        sequence: isFromBroker ? stream.sentByBroker : stream.sentByClient,
        acknowledged: flags.includes('ack') ? (isFromBroker ? stream.sentByClient : stream.sentByBroker) : 0,
        flags,
        data,
        number: number++,
        isFromBroker,
      });
      const grown = data.length + (flags.includes('syn') ? 1 : 0);
      if (isFromBroker) stream.sentByBroker += grown;
      else stream.sentByClient += grown;
      return packet;
    };
    if (!stream.isOpen) {
      stream.isOpen = true;
      yield send(false, ['syn'], Buffer.alloc(0));
      yield send(true, ['syn', 'ack'], Buffer.alloc(0));
      yield send(false, ['ack'], Buffer.alloc(0));
    }
    const prefix = Buffer.alloc(4);
    prefix.writeInt32BE(sent.bytes.length);
    const whole = Buffer.concat([prefix, sent.bytes]);
    for (let at = 0; at < whole.length; at += SEGMENT_BYTES_MAX) {
      yield send(sent.side === 'response', ['push', 'ack'], whole.subarray(at, at + SEGMENT_BYTES_MAX));
    }
  }
}

/** By time; those of one connection never change places, whatever the clock's steps say. */
function inOrder(frames: readonly CapturedFrame[]): readonly Sent[] {
  const lastMs = new Map<number, number>();
  const sent: Sent[] = [];
  for (const frame of [...frames].sort((a, b) => a.frame - b.frame)) {
    const put = (side: Sent['side'], wantedMs: number): void => {
      const atMs = Math.max(wantedMs, lastMs.get(frame.connection) ?? 0);
      lastMs.set(frame.connection, atMs);
      sent.push({ atMs, frame, side });
    };
    put('request', frame.atMs);
    if (frame.response !== null) put('response', frame.atMs + frame.tookMs);
  }
  return sent.sort((a, b) => a.atMs - b.atMs);
}

function numbered(sent: readonly Sent[]): {
  readonly packets: ReadonlyMap<number, FramePackets>;
  readonly count: number;
} {
  const packets = new Map<number, FramePackets>();
  const open = new Set<number>();
  let count = 0;
  for (const { frame, side } of sent) {
    if (!open.has(frame.connection)) count += HANDSHAKE_PACKETS;
    open.add(frame.connection);
    const size = (side === 'request' ? frame.request : frame.response)?.length ?? 0;
    count += Math.ceil((size + 4) / SEGMENT_BYTES_MAX);
    const request = side === 'request' ? count : (packets.get(frame.frame)?.request ?? count);
    packets.set(frame.frame, { request, response: side === 'response' ? count : null });
  }
  return { packets, count };
}

function fileHeader(): Buffer {
  const header = Buffer.alloc(FILE_HEADER);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(SNAP_LENGTH, 16);
  header.writeUInt32LE(ETHERNET, 20);
  return header;
}

function record(packet: Buffer, atMs: number): Buffer {
  const header = Buffer.alloc(RECORD_HEADER);
  const seconds = Math.floor(atMs / 1000);
  header.writeUInt32LE(seconds, 0);
  header.writeUInt32LE(Math.min(Math.floor((atMs - seconds * 1000) * 1000), 999_999), 4);
  header.writeUInt32LE(packet.length, 8);
  header.writeUInt32LE(packet.length, 12);
  return Buffer.concat([header, packet]);
}

/**
 * The wanted port, or the next one that no connection of the capture has: systems give a port again, and two connections of one port
 * would be read as one stream. With every port taken it is given again.
 */
function freePort(wanted: number, taken: ReadonlySet<number>): number {
  for (let i = 0; i < PORTS_MAX; i++) {
    const port = 1 + ((wanted - 1 + i) % PORTS_MAX);
    if (!taken.has(port)) return port;
  }
  return wanted;
}

/** Reads the frames of a capture made here back: the data of one packet number, without the size prefix. */
export function frameInCapture(capture: Buffer, lastPacket: number): Buffer | undefined {
  const wanted: Buffer[] = [];
  let stream: string | undefined;
  let size = 0;
  const packets: { readonly stream: string; readonly data: Buffer }[] = [];
  let number = 0;
  for (let at = FILE_HEADER; at + RECORD_HEADER <= capture.length && number < lastPacket; number++) {
    const length = capture.readUInt32LE(at + 8);
    const packet = capture.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length);
    packets.push({ stream: packet.toString('hex', 34, 38), data: packet.subarray(54) });
    at += RECORD_HEADER + length;
  }
  // Backwards from the packet it ends in, until the size prefix says that it is whole.
  for (const packet of packets.reverse()) {
    stream ??= packet.stream;
    if (packet.stream !== stream) continue;
    wanted.push(packet.data);
    size += packet.data.length;
    if (packet.data.length >= 4 && packet.data.readInt32BE(0) === size - 4)
      return Buffer.concat(wanted.reverse()).subarray(4);
    if (packet.data.length < SEGMENT_BYTES_MAX && wanted.length > 1) return undefined;
  }
  return undefined;
}
