"""Partitions of keys as librdkafka chooses them, by its own functions out of the shared library that confluent-kafka brings.

Standard input: a key in base64 a line. Arguments: numbers of partitions. Answer: a line of JSON, partitions by partitioner and number,
in the order of the keys. The random ones are not asked about empty keys, of which they make nothing.
"""
import base64
import ctypes
import glob
import json
import os
import sys

import confluent_kafka

NAMES = ["consistent", "consistent_random", "murmur2", "murmur2_random", "fnv1a", "fnv1a_random"]

site = os.path.dirname(os.path.dirname(confluent_kafka.__file__))
library = ctypes.CDLL(glob.glob(os.path.join(site, "confluent_kafka.libs", "librdkafka-*"))[0])


def partition(name, key, count):
    if name == "consistent_random" and not key:
        return None
    function = getattr(library, "rd_kafka_msg_partitioner_" + name)
    function.restype = ctypes.c_int32
    function.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p]
    return function(None, key, len(key), count, None, None)


keys = [base64.b64decode(line) for line in sys.stdin.read().split("\n")[:-1]]
print(json.dumps({name: {count: [partition(name, key, int(count)) for key in keys] for count in sys.argv[1:]} for name in NAMES}))
