module keyhashes

go 1.26.0

require (
	github.com/IBM/sarama v1.46.3
	github.com/twmb/franz-go v1.22.3
)
