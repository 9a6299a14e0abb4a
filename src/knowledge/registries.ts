/** Where AWS publishes its Deep Learning Containers: a registry in each region, and one for all. Source: aws.github.io/deep-learning-containers, Available Images */
export const DEEP_LEARNING_CONTAINERS = /^(?:763104351884\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com|public\.ecr\.aws\/deep-learning-containers)(?=\/)/;
