import { ServerPort } from './servers';

/** Ports that a program listens on without any setting, often in addition to those that its manifests declare. */
export interface DefaultPorts {
  /** Last part of the names of its images: mirrors and distributions rename what stands before. */
  readonly images: readonly string[];
  readonly ports: readonly ServerPort[];
}

const port = (number: number, ...flags: readonly string[]): ServerPort => ({ port: number, flags });

/**
 * Exporters, collectors and controllers whose probes and metrics people ask at a default port that no manifest declares.
 *
 * Source: the flags of each program: kubernetes/kube-state-metrics pkg/options/options.go (v2.18), prometheus-operator, prometheus, alertmanager, grafana, grafana/loki, tempo and alloy,
 * open-telemetry/opentelemetry-collector, fluent-bit, vector, NVIDIA/dcgm-exporter, kubernetes-sigs/metrics-server, ingress-nginx, external-dns, cert-manager, kedacore/keda, argo-cd,
 * fluxcd, istio, linkerd, cilium, calico, coredns; exporters by github.com/prometheus/prometheus/wiki/Default-port-allocations
 */
export const DEFAULT_PORTS: readonly DefaultPorts[] = [
  { images: ['kube-state-metrics'], ports: [port(8080, '--port'), port(8081, '--telemetry-port')] },
  { images: ['dcgm-exporter'], ports: [{ port: 9400, flags: ['--address', '-a'], variable: 'DCGM_EXPORTER_LISTEN' }] },
  { images: ['node-exporter'], ports: [port(9100, '--web.listen-address')] },
  { images: ['prometheus'], ports: [port(9090, '--web.listen-address')] },
  { images: ['prometheus-config-reloader'], ports: [port(8080, '--listen-address'), port(8081, '--listen-address')] },
  { images: ['prometheus-operator'], ports: [port(8080, '--web.listen-address')] },
  { images: ['alertmanager'], ports: [port(9093, '--web.listen-address'), port(9094, '--cluster.listen-address')] },
  { images: ['pushgateway'], ports: [port(9091, '--web.listen-address')] },
  { images: ['blackbox-exporter'], ports: [port(9115, '--web.listen-address')] },
  { images: ['statsd-exporter'], ports: [port(9102, '--web.listen-address')] },
  { images: ['snmp-exporter'], ports: [port(9116, '--web.listen-address')] },
  { images: ['mysqld-exporter'], ports: [port(9104, '--web.listen-address')] },
  { images: ['postgres-exporter'], ports: [port(9187, '--web.listen-address')] },
  { images: ['redis-exporter'], ports: [{ port: 9121, flags: ['--web.listen-address', '-web.listen-address'], variable: 'REDIS_EXPORTER_WEB_LISTEN_ADDRESS' }] },
  { images: ['memcached-exporter'], ports: [port(9150, '--web.listen-address')] },
  { images: ['elasticsearch-exporter'], ports: [port(9114, '--web.listen-address')] },
  { images: ['nginx-prometheus-exporter'], ports: [port(9113, '--web.listen-address')] },
  { images: ['grafana'], ports: [{ port: 3000, flags: [], variable: 'GF_SERVER_HTTP_PORT' }] },
  { images: ['loki', 'promtail', 'tempo', 'mimir'], ports: [3100, 9080, 3101, 3200, 8080].map(number => port(number, '-server.http-listen-port', '--server.http-listen-port')) },
  { images: ['alloy'], ports: [port(12345, '--server.http.listen-addr')] },
  { images: ['thanos'], ports: [port(10902, '--http-address'), port(10901, '--grpc-address')] },
  {
    images: ['opentelemetry-collector', 'opentelemetry-collector-contrib', 'opentelemetry-collector-k8s', 'otelcol'],
    ports: [13133, 8888, 4317, 4318, 55679].map(number => port(number)),
  },
  { images: ['opentelemetry-operator'], ports: [port(8080, '--metrics-addr'), port(8081, '--health-probe-addr')] },
  { images: ['jaeger', 'all-in-one', 'jaeger-collector', 'jaeger-query'], ports: [port(14269, '--admin.http.host-port'), port(13133), port(16687), port(16686)] },
  { images: ['fluent-bit'], ports: [port(2020, '-P', '--port')] },
  { images: ['vector'], ports: [port(8686)] },
  { images: ['telegraf'], ports: [port(9273), port(8080)] },
  { images: ['victoria-metrics'], ports: [port(8428, '-httpListenAddr', '--httpListenAddr')] },
  { images: ['vmagent'], ports: [port(8429, '-httpListenAddr', '--httpListenAddr')] },
  { images: ['vmalert'], ports: [port(8880, '-httpListenAddr', '--httpListenAddr')] },
  { images: ['cadvisor'], ports: [port(8080, '-port', '--port')] },
  { images: ['metrics-server'], ports: [port(10250, '--secure-port')] },
  { images: ['prometheus-adapter'], ports: [port(6443, '--secure-port')] },
  { images: ['node-problem-detector'], ports: [port(20256, '--port'), port(20257, '--prometheus-port')] },
  { images: ['kube-rbac-proxy'], ports: [port(8443, '--secure-listen-address')] },
  { images: ['cluster-autoscaler'], ports: [port(8085, '--address')] },
  { images: ['descheduler'], ports: [port(10258, '--secure-port')] },
  { images: ['kube-scheduler'], ports: [port(10259, '--secure-port')] },
  { images: ['kube-controller-manager'], ports: [port(10257, '--secure-port')] },
  { images: ['kube-proxy'], ports: [port(10256, '--healthz-bind-address'), port(10249, '--metrics-bind-address')] },
  { images: ['coredns'], ports: [8080, 8181, 9153].map(number => port(number)) },
  { images: ['controller', 'ingress-nginx-controller', 'nginx-ingress-controller'], ports: [port(10254, '--healthz-port')] },
  { images: ['external-dns'], ports: [port(7979, '--metrics-address')] },
  { images: ['cert-manager-controller'], ports: [port(9402, '--metrics-listen-address'), port(9403, '--healthz-listen-address')] },
  { images: ['cert-manager-webhook'], ports: [port(6080, '--healthz-port'), port(10250, '--secure-port')] },
  { images: ['keda'], ports: [port(8080, '--metrics-bind-address'), port(8081, '--health-probe-bind-address')] },
  { images: ['argocd'], ports: [8080, 8081, 8082, 8083, 8084].map(number => port(number)) },
  { images: ['source-controller', 'kustomize-controller', 'helm-controller', 'notification-controller'], ports: [port(9440, '--health-addr'), port(8080, '--metrics-addr'), port(9090, '--storage-addr')] },
  { images: ['proxyv2', 'pilot'], ports: [15000, 15014, 15017, 15020, 15021, 15090, 8080].map(number => port(number)) },
  { images: ['cilium'], ports: [9879, 9962, 9963, 9964].map(number => port(number)) },
  { images: ['traefik'], ports: [port(8080), port(9000)] },
  { images: ['oauth2-proxy'], ports: [port(4180, '--http-address'), port(44180, '--metrics-address')] },
  { images: ['nats'], ports: [port(8222, '-m', '--http_port'), port(4222, '-p', '--port')] },
  { images: ['rabbitmq'], ports: [5672, 15672, 15692].map(number => port(number)) },
];
