import * as kplus from 'cdk8s-plus-28';
import * as fc from 'fast-check';
import { Expressions, Setting, calls, lists, literals, members, mostly, oneOf, rarely, sometimes, struct, values } from './combinators';
import { counts, durations, ports } from './numbers';
import { formed, paths, texts } from './texts';

/** A probe of any kind; the defaults of a startup probe are long enough for a model that loads. */
export function probes(setting: Setting, kind: 'readiness' | 'liveness' | 'startup'): Expressions {
  const figures = {
    failureThreshold: sometimes(kind === 'startup' ? counts(setting, 180, 600) : counts(setting, 1, 30)),
    initialDelaySeconds: sometimes(durations(setting, 1, 60)),
    periodSeconds: sometimes(durations(setting, 1, 60)),
    successThreshold: mostly(setting, rarely(kind === 'readiness' ? counts(setting, 1, 3) : values(1)), counts(setting, 1, 3)),
    timeoutSeconds: sometimes(durations(setting, 1, 30)),
  };
  const host = rarely(formed(setting, fc.constantFrom('127.0.0.1', 'model.example')));
  return oneOf(
    calls('kplus.Probe.fromHttpGet', paths(setting, '/health', '/v1/models?ready=1'), struct<kplus.HttpGetProbeOptions>({
      ...figures, host, port: ports(setting), scheme: sometimes(members('kplus.ConnectionScheme', kplus.ConnectionScheme)),
    })),
    calls('kplus.Probe.fromCommand', lists(literals(mostly(setting, fc.constantFrom('test', '-f', '/ready'), texts(setting))), 1, 3), sometimes(struct<kplus.CommandProbeOptions>(figures))),
    calls('kplus.Probe.fromTcpSocket', struct<kplus.TcpSocketProbeOptions>({ ...figures, host, port: ports(setting) })));
}
