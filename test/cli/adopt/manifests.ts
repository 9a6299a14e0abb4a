/** A model server as people deploy it, with what they forget: no startup probe, the default grace period, no budget. */
export const SERVER = `# The big model.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: llama
  namespace: ml
  labels:
    app: llama
spec:
  replicas: 2
  selector:
    matchLabels:
      app: llama
  template:
    metadata:
      labels:
        app: llama
        team: search
    spec:
      containers:
      - name: vllm
        image: vllm/vllm-openai:v0.18.0
        args:
        - --model=meta-llama/Llama-3.1-70B-Instruct
        - --tensor-parallel-size=4
        - --max-num-seqs
        - "128"
        env:
        - name: HF_TOKEN
          valueFrom:
            secretKeyRef:
              name: hugging-face
              key: token
        - name: NCCL_DEBUG
          value: WARN
        ports:
        - containerPort: 8000
          name: api
        resources:
          requests:
            cpu: 8
            memory: 163840Mi
          limits:
            memory: 160Gi
            nvidia.com/gpu: 4
        readinessProbe:
          httpGet:
            path: /health
            port: api
          initialDelaySeconds: 120
          periodSeconds: 5
        volumeMounts:
        - name: models
          mountPath: /root/.cache/huggingface
        - name: dshm
          mountPath: /dev/shm
      volumes:
      - name: dshm
        emptyDir:
          medium: Memory
          sizeLimit: 16Gi
      - name: models
        persistentVolumeClaim:
          claimName: models
      nodeSelector:
        cloud.google.com/gke-accelerator: nvidia-h100-80gb
      tolerations:
      - key: nvidia.com/gpu
        operator: Exists
        effect: NoSchedule
`;

export const SERVICE_OF_SERVER = `apiVersion: v1
kind: Service
metadata:
  name: llama-svc
  namespace: ml
spec:
  type: LoadBalancer
  selector:
    app: llama
  ports:
  - port: 80
    targetPort: api
`;

export const SETTINGS = `# Kept as it is, with this comment.
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
  namespace: ml
data:
  mode: "on"
`;

export const GROUPS = `apiVersion: leaderworkerset.x-k8s.io/v1
kind: LeaderWorkerSet
metadata:
  name: deepseek
spec:
  replicas: 2
  leaderWorkerTemplate:
    size: 2
    restartPolicy: RecreateGroupOnPodRestart
    leaderTemplate:
      metadata:
        labels:
          role: leader
      spec:
        containers:
        - name: leader
          image: vllm/vllm-openai:v0.18.0
          command: [sh, -c, "ray start --head && vllm serve deepseek-ai/DeepSeek-R1 --tensor-parallel-size 8 --pipeline-parallel-size 2"]
          ports:
          - containerPort: 8000
          resources:
            limits:
              nvidia.com/gpu: "8"
              memory: 1024Mi
    workerTemplate:
      spec:
        containers:
        - name: worker
          image: vllm/vllm-openai:v0.18.0
          command: [sh, -c, "ray start --address=$(LWS_LEADER_ADDRESS) --block"]
          resources:
            limits:
              nvidia.com/gpu: "8"
`;

export const TRAINING = `apiVersion: batch/v1
kind: Job
metadata:
  name: finetune-3
spec:
  completionMode: Indexed
  completions: 2
  parallelism: 2
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      subdomain: finetune
      containers:
      - name: trainer
        image: registry.example/trainer:1.4
        command: [torchrun, --nnodes=2, --nproc-per-node=8, train.py]
        resources:
          limits:
            nvidia.com/gpu: 8
`;
