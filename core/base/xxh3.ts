/**
 * XXH3, 64 bits, seed 0, over bytes that are all there: the hash by which a group of the consumer protocol notices that a topic it
 * reads has changed. Written after the specification of xxHash; Kafka takes it from hash4j. (source: Utils.computeTopicHash)
 */

const MASK = 0xffffffffffffffffn;
const PRIME32 = [0x9e3779b1n, 0x85ebca77n, 0xc2b2ae3dn] as const;
const PRIME64 = [
  0x9e3779b185ebca87n,
  0xc2b2ae3d27d4eb4fn,
  0x165667b19e3779f9n,
  0x85ebca77c2b2ae63n,
  0x27d4eb2f165667c5n,
] as const;
const AVALANCHE = 0x165667919e3779f9n;
const MIX_SHORT = 0x9fb21c651e98df25n;

/** The default secret of the specification. */
const SECRET = Buffer.from(
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671fcb79e64eccc0e578825ad07dccff7221' +
    'b8084674f743248ee03590e6813a264c3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8' +
    'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364eac5ac8334d3ebc3c581a0fffa1363eb' +
    '170ddd51b7f0da49d316552629d4689e2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e',
  'hex',
);

const STRIPE = 64;
/** A stripe moves on by 8 bytes of the secret; a block ends when the secret does. */
const STRIPES_PER_BLOCK = (SECRET.length - STRIPE) / 8;
const BLOCK = STRIPE * STRIPES_PER_BLOCK;

/** The hash as Java's signed long. */
export function xxh3(bytes: Buffer): bigint {
  const { length } = bytes;
  if (length <= 16) return BigInt.asIntN(64, hashShort(bytes));
  if (length <= 128) return BigInt.asIntN(64, hashMedium(bytes));
  return BigInt.asIntN(64, length <= 240 ? hashLonger(bytes) : hashLong(bytes));
}

function u64(value: bigint): bigint {
  return value & MASK;
}

function word(bytes: Buffer, at: number): bigint {
  return bytes.readBigUInt64LE(at);
}

function foldedProduct(a: bigint, b: bigint): bigint {
  const product = a * b;
  return (product & MASK) ^ (product >> 64n);
}

function avalanche(hash: bigint): bigint {
  const mixed = u64((hash ^ (hash >> 37n)) * AVALANCHE);
  return mixed ^ (mixed >> 32n);
}

/** The final mix of XXH64, which the shortest inputs get. */
function avalancheOfXxh64(hash: bigint): bigint {
  let mixed = u64((hash ^ (hash >> 33n)) * PRIME64[1]);
  mixed = u64((mixed ^ (mixed >> 29n)) * PRIME64[2]);
  return mixed ^ (mixed >> 32n);
}

function swapped(value: bigint): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.readBigUInt64BE(0);
}

function hashShort(bytes: Buffer): bigint {
  const { length } = bytes;
  if (length > 8) {
    const low = word(bytes, 0) ^ word(SECRET, 24) ^ word(SECRET, 32);
    const high = word(bytes, length - 8) ^ word(SECRET, 40) ^ word(SECRET, 48);
    return avalanche(u64(BigInt(length) + swapped(low) + high + foldedProduct(low, high)));
  }
  if (length >= 4) {
    const first = BigInt(bytes.readUInt32LE(0));
    const last = BigInt(bytes.readUInt32LE(length - 4));
    const keyed = (last + (first << 32n)) ^ word(SECRET, 8) ^ word(SECRET, 16);
    return mixShort(keyed, BigInt(length));
  }
  if (length === 0) return avalancheOfXxh64(word(SECRET, 56) ^ word(SECRET, 64));
  const first = bytes.readUInt8(0);
  const middle = bytes.readUInt8(length >> 1);
  const last = bytes.readUInt8(length - 1);
  const combined = BigInt(((first << 16) | (middle << 24) | last | (length << 8)) >>> 0);
  return avalancheOfXxh64(combined ^ BigInt((SECRET.readUInt32LE(0) ^ SECRET.readUInt32LE(4)) >>> 0));
}

function mixShort(keyed: bigint, length: bigint): bigint {
  const rotated = (by: bigint): bigint => u64(keyed << by) | (keyed >> (64n - by));
  let hash = u64((keyed ^ rotated(49n) ^ rotated(24n)) * MIX_SHORT);
  hash = u64((hash ^ ((hash >> 35n) + length)) * MIX_SHORT);
  return hash ^ (hash >> 28n);
}

/** 16 bytes at `at`, keyed by the secret at `secretAt`. */
function mix16(bytes: Buffer, at: number, secretAt: number): bigint {
  return foldedProduct(
    word(bytes, at) ^ word(SECRET, secretAt),
    word(bytes, at + 8) ^ word(SECRET, secretAt + 8),
  );
}

/** From both ends inwards. */
function hashMedium(bytes: Buffer): bigint {
  const { length } = bytes;
  let sum = BigInt(length) * PRIME64[0];
  for (let i = (length - 1) >> 5; i >= 0; i--) {
    sum += mix16(bytes, 16 * i, 32 * i) + mix16(bytes, length - 16 * (i + 1), 32 * i + 16);
  }
  return avalanche(u64(sum));
}

function hashLonger(bytes: Buffer): bigint {
  const { length } = bytes;
  let sum = BigInt(length) * PRIME64[0];
  for (let i = 0; i < 8; i++) sum += mix16(bytes, 16 * i, 16 * i);
  sum = avalanche(u64(sum));
  for (let i = 8; i < length >> 4; i++) sum += mix16(bytes, 16 * i, 16 * (i - 8) + 3);
  return avalanche(u64(sum + mix16(bytes, length - 16, 136 - 17)));
}

function hashLong(bytes: Buffer): bigint {
  const { length } = bytes;
  const sums: bigint[] = [
    PRIME32[2],
    PRIME64[0],
    PRIME64[1],
    PRIME64[2],
    PRIME64[3],
    PRIME32[1],
    PRIME64[4],
    PRIME32[0],
  ];
  const blocks = Math.floor((length - 1) / BLOCK);
  for (let block = 0; block < blocks; block++) {
    for (let s = 0; s < STRIPES_PER_BLOCK; s++) addStripe(sums, bytes, block * BLOCK + s * STRIPE, 8 * s);
    scramble(sums);
  }
  const stripes = Math.floor((length - 1 - blocks * BLOCK) / STRIPE);
  for (let s = 0; s < stripes; s++) addStripe(sums, bytes, blocks * BLOCK + s * STRIPE, 8 * s);
  addStripe(sums, bytes, length - STRIPE, SECRET.length - STRIPE - 7);
  let hash = BigInt(length) * PRIME64[0];
  for (let i = 0; i < 8; i += 2) {
    hash += foldedProduct(
      (sums[i] as bigint) ^ word(SECRET, 11 + 8 * i),
      (sums[i + 1] as bigint) ^ word(SECRET, 11 + 8 * (i + 1)),
    );
  }
  return avalanche(u64(hash));
}

function addStripe(sums: bigint[], bytes: Buffer, at: number, secretAt: number): void {
  for (let i = 0; i < 8; i++) {
    const value = word(bytes, at + 8 * i);
    const keyed = value ^ word(SECRET, secretAt + 8 * i);
    const neighbour = i ^ 1;
    sums[neighbour] = u64((sums[neighbour] as bigint) + value);
    sums[i] = u64((sums[i] as bigint) + (keyed & 0xffffffffn) * (keyed >> 32n));
  }
}

function scramble(sums: bigint[]): void {
  for (let i = 0; i < 8; i++) {
    const sum = sums[i] as bigint;
    sums[i] = u64((sum ^ (sum >> 47n) ^ word(SECRET, SECRET.length - STRIPE + 8 * i)) * PRIME32[0]);
  }
}
