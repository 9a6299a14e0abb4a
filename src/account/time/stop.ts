import { Course, OpenBar, Stretch, seconds } from './course';
import { asNumber, isPresent, objectAt } from '../../base/reading';
import { DEFAULT_GRACE_SECONDS, engineDrain, launcherWait } from '../../lint/facts/draining';
import { EngineCommand } from '../../lint/facts/engine-command';
import { Facts } from '../../lint/facts/facts';
import { preferredLabels, requiredLabels } from '../../lint/facts/node-demands';
import { PlacedContainer, PodSet } from '../../lint/facts/pod-set';
import { isNativeSidecar } from '../../lint/facts/probe-budget';
import { spotNodesOf } from '../../lint/facts/spot';
import { preStopOf } from '../../lint/facts/stopping';
import { selecting } from '../around/selecting';
import { named, Said } from '../said';
import { commandsOf } from '../sums/world';

/**
 * A stop of one pod, from the decision to stop it.
 *
 * Source: pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer, killContainersWithSyncResult (v1.36): hooks and stop signals of all main containers at
 * once, within the grace period; sidecars when those have ended, in reverse order (KEP-753); pkg/controller/endpointslice: a pod that is being deleted is
 * taken out at once
 */
export function stopOf(facts: Facts, pods: PodSet): Course {
  const given = asNumber(pods.spec.terminationGracePeriodSeconds);
  const grace = given ?? DEFAULT_GRACE_SECONDS;
  const commands = new Map(commandsOf(facts, pods).map(command => [command.placed.name, command]));
  const mains = pods.containers.filter(({ isMain }) => isMain);
  const told = mains.map(placed => ({ placed, bars: barsOf(pods, placed, commands.get(placed.name)) }));
  const sidecars = pods.containers.filter(isNativeSidecar).reverse();
  const needed = neededOf(told.map(({ bars }) => bars));
  const stretches: Stretch[] = [
    { name: mains.length === 1 ? mains[0].name : 'containers', bars: told.flatMap(({ bars }) => bars), ...(needed !== undefined && { seconds: needed }) },
    ...sidecars.map((placed): Stretch => ({ name: placed.name, bars: [sidecarBar(pods, placed)] })),
    ...spareOf(pods, needed, grace, sidecars.length > 0),
  ];
  return {
    stretches,
    sum: sumOf(told, needed, grace, sidecars),
    limit: { topic: 'grace', seconds: grace, text: `${seconds(grace)}${given === undefined ? ', the default' : ''}: what still runs then is killed`, subject: pods.carrier, ...(given !== undefined && { field: pods.at('terminationGracePeriodSeconds') }) },
    notes: [...traffic(facts, pods, mains, commands), ...spot(pods, grace)],
  };
}

/** Hook and drain of one main container. A bar without seconds lasts as long as its program takes. */
function barsOf(pods: PodSet, placed: PlacedContainer, command: EngineCommand | undefined): OpenBar[] {
  const hook = hookBar(pods, placed);
  const from = hook === undefined ? 0 : hook.seconds;
  const drain = command && drainOf(command);
  const common = { kind: 'drain', subject: pods.carrier, from: from ?? 0 } as const;
  const end: OpenBar = drain === undefined
    ? { ...common, label: placed.name, text: 'ends after the stop signal when its program does', field: placed.field }
    : { ...common, label: placed.name, seconds: drain.seconds, text: drain.text, field: drain.field };
  return [...(hook ? [hook] : []), end];
}

function hookBar(pods: PodSet, placed: PlacedContainer): OpenBar | undefined {
  const preStop = preStopOf(placed);
  const common = { label: `${placed.name} preStop`, kind: 'hook', from: 0, subject: pods.carrier } as const;
  if (preStop !== undefined) {
    return { ...common, seconds: preStop.seconds, text: `sleeps ${preStop.seconds} s before the stop signal, and still serves`, field: preStop.field };
  }
  const hook = objectAt(placed.container, 'lifecycle', 'preStop');
  return Object.keys(hook).length === 0 ? undefined : { ...common, text: 'runs before the stop signal, as long as it takes', field: `${placed.field}.lifecycle.preStop` };
}

interface Drain {
  readonly seconds: number;
  readonly text: string;
  readonly field: string;
}

/** How long an engine goes on after the stop signal, where it is told. */
function drainOf(command: EngineCommand): Drain | undefined {
  const own = engineDrain(command);
  const wait = launcherWait(command);
  return own !== undefined ? { ...own, text: `finishes running requests, for at most ${own.seconds} s (${own.flag})` }
    : wait === undefined || Number.isNaN(wait) ? undefined : { seconds: wait, text: `${command.engine.title} leaves its processes ${wait} s, and kills them`, field: command.field };
}

function sidecarBar(pods: PodSet, placed: PlacedContainer): OpenBar {
  const preStop = preStopOf(placed);
  const text = `${preStop === undefined ? 'gets its stop signal' : `sleeps ${preStop.seconds} s, then gets its stop signal`} when the main containers have ended, with what is left of the grace period`;
  return { label: placed.name, kind: 'sidecar', from: 0, text, subject: pods.carrier, field: preStop?.field ?? placed.field };
}

/** The longest of the containers; undefined as soon as one ends when it likes. */
function neededOf(all: readonly (readonly OpenBar[])[]): number | undefined {
  const ends = all.map(totalOf);
  return ends.length > 0 && ends.every(end => end !== undefined) ? Math.max(...ends) : undefined;
}

function spareOf(pods: PodSet, needed: number | undefined, grace: number, hasSidecars: boolean): Stretch[] {
  const spare = needed === undefined ? 0 : grace - needed;
  return spare <= 0 || hasSidecars ? [] : [{
    name: 'spare', seconds: spare, bars: [{ label: 'spare', kind: 'spare', from: 0, seconds: spare, text: 'nothing is planned for it', subject: pods.carrier, field: pods.at('terminationGracePeriodSeconds') }],
  }];
}

/** Seconds of all bars together; undefined as soon as one lasts as long as it likes. */
function totalOf(bars: readonly OpenBar[]): number | undefined {
  return bars.every(({ seconds: each }) => each !== undefined) ? bars.reduce((sum, bar) => sum + bar.seconds!, 0) : undefined;
}

/** What a main container does at its end. */
interface Ending {
  readonly placed: PlacedContainer;
  readonly bars: readonly OpenBar[];
}

function sumOf(told: readonly Ending[], needed: number | undefined, grace: number, sidecars: readonly PlacedContainer[]): string {
  const texts = told.map(({ placed, bars }) => {
    const total = totalOf(bars);
    return `${told.length > 1 ? `${placed.name} ` : ''}${bars.map(termOf).join(total === undefined ? ', then ' : ' + ')}${total !== undefined && bars.length > 1 ? ` = ${total} s` : ''}`;
  });
  const after = sidecars.length === 0 ? '' : `, then ${named(sidecars.map(({ name }) => name))}`;
  const left = needed === undefined ? `within ${grace} s` : needed > grace ? `of ${grace} s: ${needed - grace} s too long` : `of ${grace} s; ${grace - needed} s ${sidecars.length === 0 ? 'to spare' : 'are left for sidecars'}`;
  return `${texts.join('; ')}${after}, ${left}`;
}

function termOf({ kind, seconds: each }: OpenBar): string {
  return kind === 'hook' ? `preStop${each === undefined ? '' : ` ${each} s`}` : each === undefined ? 'as long as its program takes' : `drain ${each} s`;
}

/** Whether requests may still arrive when the program is told to stop. */
function traffic(facts: Facts, pods: PodSet, mains: readonly PlacedContainer[], commands: ReadonlyMap<string, EngineCommand>): Said[] {
  const isServed = facts.get(selecting).get(pods)?.some(({ object }) => object.kind === 'Service' && object.spec.clusterIP !== 'None');
  if (isServed !== true) {
    return [];
  }
  const isDrained = mains.some(placed => commands.get(placed.name) !== undefined && drainOf(commands.get(placed.name)!) !== undefined);
  const kept = `connections that a Service keeps alive go on until the stop signal${isDrained ? ', and the next request on each of them fails once' : ' and are cut then'}: put a gateway in front, let clients try again, or close connections (Connection: close)`;
  const hasHook = mains.some(({ container }) => isPresent(objectAt(container, 'lifecycle').preStop));
  return [{
    topic: 'traffic',
    text: hasHook
      ? `it leaves the endpoints at once, and proxies and gateways send it no new connections while the hook runs; ${kept}`
      : 'it leaves the endpoints and gets the stop signal at the same time: proxies and gateways that have not heard of it yet still send requests',
    subject: pods.carrier,
  }];
}

/** What the kind of nodes leaves that the pods ask for. */
function spot(pods: PodSet, grace: number): Said[] {
  const nodes = spotNodesOf(pods);
  return nodes === undefined ? [] : [{
    topic: 'spot',
    text: `${nodes.title} leave ${nodes.noticeSeconds} s after the notice${grace > nodes.noticeSeconds ? `, whatever the grace period of ${grace} s says` : ''}`,
    subject: pods.carrier,
    field: [...requiredLabels(pods), ...preferredLabels(pods)].find(({ key }) => key in nodes.nodeLabels)?.field,
  }];
}
