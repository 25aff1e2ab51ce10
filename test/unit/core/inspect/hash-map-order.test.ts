import { expect, test } from 'vitest';
import { hashMapOrder } from '#core/inspect/dump/java-text.ts';

/** Of `m.computeIfAbsent("/data/orders-" + i + "/00000000000000000000.log", …)` for i from 0, in OpenJDK 17: the i of `m.keySet()`. */
const JAVA = {
  12: '7,10,2,8,6,4,0,11,9,3,1,5',
  13: '7,10,2,8,6,4,0,12,11,9,3,1,5',
  14: '10,4,3,13,7,2,8,6,0,12,11,9,1,5',
  24: '23,10,16,4,22,17,14,18,3,13,7,19,20,21,2,8,6,0,12,15,11,9,1,5',
  25: '23,10,16,4,22,17,14,18,3,13,7,19,20,21,2,8,6,0,12,15,11,9,24,1,5',
  26: '16,4,17,14,18,3,20,21,2,8,0,15,9,1,23,10,22,13,7,19,25,6,12,11,24,5',
  49: '43,30,16,31,29,4,17,14,18,42,3,33,46,26,20,21,2,45,39,27,8,0,15,28,9,44,32,1,23,10,37,35,47,22,38,34,13,7,19,41,25,6,12,48,11,24,40,36,5',
  50: '43,16,31,14,18,3,33,26,21,45,28,9,1,23,10,49,37,35,47,22,38,34,13,7,25,6,12,48,11,24,36,5,30,29,4,17,42,46,20,2,39,27,8,0,15,44,32,19,41,40',
};

test.each(Object.entries(JAVA))(
  '%s files with complaints come in the order of Java’s HashMap',
  (count, order) => {
    const paths = Array.from(
      { length: Number(count) },
      (_, i) => `/data/orders-${i}/00000000000000000000.log`,
    );
    const numbers = hashMapOrder(paths).map((path) => /orders-([0-9]+)/.exec(path)?.[1]);
    expect(numbers.join(',')).toBe(order);
  },
);
