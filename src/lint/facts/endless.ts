import { commandsOf, entryScript, writtenWords, baseName } from './entry-script';
import { PlacedContainer } from './pod-set';
import { asText } from '../../base/reading';

/** Why a container is known never to end by itself. */
export interface Endless {
  /** `sleep infinity`, or what the image is. */
  readonly what: string;
  /** A command says it; an image that usually runs for ever may be told otherwise. */
  readonly isCertain: boolean;
  readonly field: string;
}

/** Images of companions: proxies, exporters, log shippers. Each runs until it is told to stop. */
const COMPANIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/(^|\/)proxyv2([:@]|$)/, 'the Istio proxy'],
  [/(^|\/)envoyproxy\/envoy([:@-]|$)/, 'Envoy'],
  [/(^|\/)(cloud-sql-proxy|gce-proxy|alloydb-auth-proxy)([:@]|$)/, 'a database proxy'],
  [/(^|\/)dcgm-exporter([:@]|$)/, 'the DCGM exporter'],
  [/(^|\/)(node|process|nvidia_gpu|redis|statsd)[-_]exporter([:@]|$)/, 'a Prometheus exporter'],
  [/(^|\/)(fluent-bit|fluentd|promtail|filebeat)([:@]|$)/, 'a log shipper'],
  [/(^|\/)opentelemetry-collector(-contrib|-k8s)?([:@]|$)/, 'the OpenTelemetry collector'],
  [/(^|\/)oauth2-proxy([:@]|$)/, 'oauth2-proxy'],
  [/(^|\/)linkerd\/proxy([:@]|$)/, 'the Linkerd proxy'],
];

/** Undefined where nothing says that the container runs for ever. */
export function endlessness(placed: PlacedContainer): Endless | undefined {
  const command = endlessCommand(placed);
  if (command) {
    return command;
  }
  const image = asText(placed.container.image);
  const companion = image === undefined || Array.isArray(placed.container.command) ? undefined : COMPANIONS.find(([pattern]) => pattern.test(image));
  return companion && { what: companion[1], isCertain: false, field: `${placed.field}.image` };
}

function endlessCommand(placed: PlacedContainer): Endless | undefined {
  const script = entryScript(placed);
  if (script) {
    const last = commandsOf(script).at(-1) ?? [];
    const what = loopOf(script.text) ?? endlessWords(last);
    return what === undefined ? undefined : { what, isCertain: true, field: script.field };
  }
  const words = writtenWords(placed);
  const what = Array.isArray(placed.container.command) ? endlessWords(words.map(each => each.text)) : undefined;
  return what === undefined ? undefined : { what, isCertain: true, field: words[0].field };
}

const LOOP = /\bwhile\s+(true|:|\[ 1 \]);?\s+do\b/;
const WAY_OUT = /\b(break|exit|return|exec|kill)\b/;

function loopOf(text: string): string | undefined {
  return text.length < 10_000 && LOOP.test(text) && !WAY_OUT.test(text) ? 'while true' : undefined;
}

function endlessWords([program, ...rest]: readonly string[]): string | undefined {
  switch (baseName(program ?? '')) {
    case 'sleep': return rest.length === 1 && /^(infinity|inf)$/i.test(rest[0]) ? `sleep ${rest[0]}` : undefined;
    case 'tail': return rest.some(word => /^-[a-z]*[fF]$|^--follow/.test(word)) && !rest.some(word => word.startsWith('--pid')) ? `tail ${rest.join(' ')}` : undefined;
    default: return undefined;
  }
}
