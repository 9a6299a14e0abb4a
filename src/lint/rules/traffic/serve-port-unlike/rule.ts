import { asList, asNumber, asObject, asShown, asText, isPresent, objectAt } from '../../../../base/reading';
import { SERVE_DEFAULTS, SERVE_HA_PROXY, SERVE_HEALTH, SERVE_PORT_NAME } from '../../../../knowledge/ray-serve';
import { OWN_POD_ADDRESSES } from '../../../../knowledge/servers';
import { targetPortOf } from '../../../../kubernetes/target-port';
import { podSetsOf } from '../../../facts/carried-pods';
import { Facts } from '../../../facts/facts';
import { PlacedContainer } from '../../../facts/pod-set';
import { SERVE_FIELD, ServeConfig, partsOf, serveConfigs } from '../../../facts/serve-configs';
import { portNumber } from '../../../facts/served-ports';
import { Report, Rule } from '../../rule';

/** Requests and probes that find nobody. */
export const servePortUnlike: Rule = {
  id: 'AIW2837',
  title: 'Ray Serve is asked where it does not listen',
  class: 'broken',
  reason: 'Ray Serve listens where http_options says, on port 8000 of all addresses unless it says otherwise. KubeRay makes the Service by the port of the head that is called serve, and asks workers '
    + 'at their port of this name, 8000 without one: where the two differ, requests are refused, or workers never become ready.',
  source: 'kuberay ray-operator/controllers/ray/common/service.go BuildServeService, pod.go initLivenessAndReadinessProbe (v1.7), config/samples/ray-service.different-port.yaml; '
    + 'ray python/ray/serve/schema.py HTTPOptionsSchema, _private/proxy.py',
  remedy: 'Give http_options.port, and the port called serve of the head and of each group of workers, the same number.',
  appliesTo: ['RayService'],
  check: (facts, report) => {
    for (const config of facts.get(serveConfigs)) {
      if (config.error === undefined && config.content.proxy_location !== 'Disabled') {
        checkConfig(facts, config, report);
      }
    }
  },
};

/** Where it listens. */
interface Listening {
  readonly port: number;
  readonly config: ServeConfig;
}

function checkConfig(facts: Facts, config: ServeConfig, report: Report): void {
  const { host = SERVE_DEFAULTS.host, port: told = SERVE_DEFAULTS.port } = asObject(config.content.http_options);
  const port = asNumber(told);
  const [head, ...workers] = podSetsOf(facts, config.object).map(({ containers }) => containers[0]);
  if (port === undefined || !head) {
    return;
  }
  if (OWN_POD_ADDRESSES.has(asShown(host)) && !asList(head.container.env).some(({ name }) => name === SERVE_HA_PROXY)) {
    report(config.object, {
      field: SERVE_FIELD,
      message: `Invalid value: http_options.host: ${JSON.stringify(host)}: it answers its own pod alone, and the Service comes by the address of the pod`,
      help: 'write 0.0.0.0, or leave it out',
    });
  }
  checkHead({ port, config }, head, report);
  if (config.content.proxy_location !== 'HeadOnly') {
    workers.filter(each => each !== undefined).forEach(worker => checkWorker({ port, config }, worker, report));
  }
}

function checkHead({ port, config: { object } }: Listening, head: PlacedContainer, report: Report): void {
  const declared = asList(head.container.ports);
  const custom = asList(objectAt(object.spec, 'serveService', 'spec').ports);
  const [index, ofService] = [declared, custom].map(ports => ports.findIndex(({ name }) => name === SERVE_PORT_NAME));
  const compare = (asked: number | undefined, field: string, who: string): void => {
    if (asked !== undefined && asked !== port) {
      report(object, { field, message: `Invalid value: ${asked}: ${who}, and Ray Serve listens on ${port} (http_options.port)`, help: 'make both numbers equal' });
    }
  };
  if (ofService >= 0) {
    compare(portNumber(targetPortOf(custom[ofService]), declared), `spec.serveService.spec.ports[${ofService}]`, 'the Service sends requests to this port');
  } else if (index >= 0) {
    compare(asNumber(declared[index].containerPort), `${head.field}.ports[${index}].containerPort`, 'the Service of KubeRay sends requests to this port');
  } else if (declared.length === 0) {
    compare(SERVE_DEFAULTS.port, SERVE_FIELD, 'the head declares no ports, so the Service of KubeRay sends requests to this one');
  } else if (!declared.some(({ name }) => asShown(name).startsWith(`${SERVE_PORT_NAME}-`)) && !isPresent(object.spec.serveService)) {
    report(object, {
      field: `${head.field}.ports`,
      message: `Required value: none of them is called ${SERVE_PORT_NAME}, so KubeRay makes no Service for requests`,
      help: `add name: ${SERVE_PORT_NAME}, containerPort: ${port}`,
    });
  }
}

/** The probe is KubeRay's own unless the container has one. */
function checkWorker({ port, config }: Listening, worker: PlacedContainer, report: Report): void {
  const { container, field } = worker;
  if (isPresent(container.readinessProbe)) {
    checkPath({ port, config }, worker, report);
    return;
  }
  const declared = asList(container.ports);
  const named = declared.findIndex(({ name }) => name === SERVE_PORT_NAME);
  const asked = named < 0 ? SERVE_DEFAULTS.port : asNumber(declared[named].containerPort);
  if (asked !== undefined && asked !== port) {
    const why = named < 0 ? `, since none is called ${SERVE_PORT_NAME}` : '';
    report(config.object, {
      field: named < 0 ? field : `${field}.ports[${named}].containerPort`,
      message: `Invalid value: ${asked}: KubeRay asks workers for ${SERVE_HEALTH} on this port${why}, and Ray Serve listens on ${port} (http_options.port): they never become ready`,
      help: `give the container a port: name: ${SERVE_PORT_NAME}, containerPort: ${port}`,
    });
  }
}

/** What is no path of its own is asked of an application whose route it begins with. */
function checkPath({ port, config }: Listening, { container, field }: PlacedContainer, report: Report): void {
  const request = objectAt(container.readinessProbe, 'httpGet');
  const path = asText(request.path) ?? '/';
  const routes = partsOf(config.content, 'applications').flatMap(({ part }) => (part.route_prefix === undefined ? SERVE_DEFAULTS.route : asText(part.route_prefix) ?? []));
  if (portNumber(request.port, asList(container.ports)) !== port || path.startsWith('/-/') || routes.some(route => path.startsWith(route))) {
    return;
  }
  report(config.object, {
    field: `${field}.readinessProbe.httpGet.path`,
    message: `Invalid value: ${JSON.stringify(path)}: Ray Serve answers 404 there: no application has such a route`,
    help: `ask ${SERVE_HEALTH}`,
  });
}
