// Partitions of keys as Go's clients choose them. Standard input: a key in base64 a line. Arguments: numbers of partitions. Answer: a
// line of JSON, partitions by client and number, in the order of the keys.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"os"
	"strconv"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/kgo"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var keys [][]byte
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		key, err := base64.StdEncoding.DecodeString(lines.Text())
		must(err)
		keys = append(keys, key)
	}
	answer := map[string]map[string][]int{"sarama": {}, "franz-go": {}}
	for _, text := range os.Args[1:] {
		count, err := strconv.Atoi(text)
		must(err)
		hash := sarama.NewHashPartitioner("t")
		sticky := kgo.UniformBytesPartitioner(64<<10, true, true, nil).ForTopic("t").(kgo.TopicBackupPartitioner)
		for _, key := range keys {
			partition, err := hash.Partition(&sarama.ProducerMessage{Key: sarama.ByteEncoder(key)}, int32(count))
			must(err)
			answer["sarama"][text] = append(answer["sarama"][text], int(partition))
			answer["franz-go"][text] = append(answer["franz-go"][text], sticky.PartitionByBackup(&kgo.Record{Key: key}, count, nil))
		}
	}
	must(json.NewEncoder(os.Stdout).Encode(answer))
}
