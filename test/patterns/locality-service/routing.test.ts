import * as fc from 'fast-check';
import { ClientNode, Endpoint, Routing, Stage, route, walkThrough } from '../../../src/patterns/locality-service/routing';
import { runs } from '../../hygiene/runs';

type Named = Endpoint & { readonly name: string };

function endpoint(name: string, zone: string | undefined, node: string, state: Partial<Endpoint> = {}): Named {
  return { name, zone, node, ...state };
}

const A1 = endpoint('a1', 'a', 'node-a1');
const A2 = endpoint('a2', 'a', 'node-a2');
const B1 = endpoint('b1', 'b', 'node-b1');
const UNLABELLED = endpoint('x', undefined, 'node-x');
const STARTING = { ready: false };
const ENDING = { ready: false, servingWhileTerminating: true };
const all = [A1, A2, B1];

interface Case {
  readonly what: string;
  readonly routing: Routing;
  readonly endpoints: readonly Named[];
  readonly from: ClientNode;
  readonly to: readonly string[];
  readonly by: string;
}

const onA1 = { zone: 'a', node: 'node-a1' };
const elsewhereInA = { zone: 'a', node: 'node-a9' };
const inC = { zone: 'c', node: 'node-c1' };

const CASES: Case[] = [
  { what: 'without a preference every endpoint is as good', routing: 'anywhere', endpoints: all, from: onA1, to: ['a1', 'a2', 'b1'], by: 'all' },
  { what: 'same zone: those of the zone', routing: 'sameZone', endpoints: all, from: onA1, to: ['a1', 'a2'], by: 'zone' },
  { what: 'same zone: a zone that has none falls back to all', routing: 'sameZone', endpoints: all, from: inC, to: ['a1', 'a2', 'b1'], by: 'all' },
  { what: 'same zone: a client on a node without a zone falls back to all', routing: 'sameZone', endpoints: all, from: { node: 'node-x' }, to: ['a1', 'a2', 'b1'], by: 'all' },
  { what: 'same zone: one endpoint without a zone voids the hints for everybody', routing: 'sameZone', endpoints: [...all, UNLABELLED], from: onA1, to: ['a1', 'a2', 'b1', 'x'], by: 'all' },
  { what: 'same zone: an endpoint without a zone does no harm until it is ready', routing: 'sameZone', endpoints: [...all, { ...UNLABELLED, ...STARTING }], from: onA1, to: ['a1', 'a2'], by: 'zone' },
  { what: 'same zone: endpoints that are not ready do not keep their clients', routing: 'sameZone', endpoints: [{ ...A1, ...STARTING }, { ...A2, ...STARTING }, B1], from: onA1, to: ['b1'], by: 'all' },
  { what: 'same node: the one on the node', routing: 'sameNode', endpoints: all, from: onA1, to: ['a1'], by: 'node' },
  { what: 'same node: falls back to the zone', routing: 'sameNode', endpoints: all, from: elsewhereInA, to: ['a1', 'a2'], by: 'zone' },
  { what: 'same node: then to all', routing: 'sameNode', endpoints: all, from: inC, to: ['a1', 'a2', 'b1'], by: 'all' },
  { what: 'same node: needs no zone label', routing: 'sameNode', endpoints: [...all, UNLABELLED], from: { node: 'node-x' }, to: ['x'], by: 'node' },
  { what: 'same node: without its own, an endpoint without a zone sends it to all', routing: 'sameNode', endpoints: [...all, UNLABELLED], from: elsewhereInA, to: ['a1', 'a2', 'b1', 'x'], by: 'all' },
  { what: 'own node: only the one on the node', routing: 'ownNode', endpoints: all, from: onA1, to: ['a1'], by: 'node' },
  { what: 'own node: never falls back', routing: 'ownNode', endpoints: all, from: elsewhereInA, to: [], by: 'node' },
  { what: 'own node: keeps to one that still serves while it terminates', routing: 'ownNode', endpoints: [{ ...A1, ...ENDING }, B1], from: onA1, to: ['a1'], by: 'node' },
  { what: 'nobody is ready: those that still serve while they terminate, wherever they are', routing: 'sameZone', endpoints: [{ ...A1, ...ENDING }, { ...B1, ...ENDING }], from: onA1, to: ['a1', 'b1'], by: 'all' },
  { what: 'one that terminates is left for another zone', routing: 'sameZone', endpoints: [{ ...A1, ...ENDING }, B1], from: onA1, to: ['b1'], by: 'all' },
  { what: 'no endpoint at all', routing: 'sameZone', endpoints: [], from: onA1, to: [], by: 'all' },
];

test.each(CASES)('$what', ({ routing, endpoints, from, to, by }) => {
  const answer = route(routing, endpoints, from);
  expect({ by: answer.by, to: answer.endpoints.map(each => each.name) }).toEqual({ by, to });
});

/*
 * The same in two steps, as the cluster takes them: the controller writes hints on ready endpoints, and kube-proxy decides by the hints alone.
 */
function inTwoSteps(routing: Routing, endpoints: readonly Named[], client: ClientNode): string[] {
  const hinted = endpoints.map(each => {
    const isReady = each.ready !== false && !each.servingWhileTerminating;
    return {
      name: each.name,
      isReady,
      isEnding: each.servingWhileTerminating === true,
      forZone: isReady && routing !== 'anywhere' ? each.zone : undefined,
      forNode: isReady && routing === 'sameNode' ? each.node : undefined,
    };
  });
  const ready = hinted.filter(each => each.isReady);
  const mode = ready.length === 0 ? 'none'
    : ready.every(each => each.forNode) && ready.some(each => each.forNode === client.node) ? 'node'
      : ready.every(each => each.forZone) && ready.some(each => each.forZone === client.zone) ? 'zone' : 'none';
  const chosen = ready.filter(each => (mode === 'node' ? each.forNode === client.node : mode === 'zone' ? each.forZone === client.zone : true));
  return (chosen.length > 0 ? chosen : hinted.filter(each => each.isEnding)).map(each => each.name);
}

test('the rule equals hints and their reading, for any endpoints', () => {
  const place = fc.record({ zone: fc.constantFrom('a', 'b', undefined), number: fc.integer({ min: 0, max: 2 }) });
  const somewhere = place.map(({ zone, number }) => ({ zone, node: `${zone ?? 'x'}${number}` }));
  const endpoints = fc.array(fc.tuple(somewhere, fc.constantFrom({}, STARTING, ENDING)), { maxLength: 6 })
    .map(list => list.map(([where, state], index): Named => ({ name: String(index), ...where, ...state })));
  fc.assert(fc.property(fc.constantFrom<Routing>('sameZone', 'sameNode', 'anywhere'), endpoints, somewhere, (routing, given, client) => {
    expect(route(routing, given, client).endpoints.map(each => each.name)).toEqual(inTwoSteps(routing, given, client));
  }), { numRuns: runs(500) });
});

describe('the walk-through', () => {
  const shown = (stages: Stage[]) => stages.map(stage => [
    stage.emptied.join('+'),
    ...stage.routes.map(each => `${each.withEndpoint ? `${each.withEndpoint.by}:${each.withEndpoint.counts.map(one => one.zone + one.endpoints)} ` : ''}`
      + `${each.without.by}:${each.without.counts.map(one => one.zone + one.endpoints)}`),
  ]);
  const counts = [{ zone: 'a', endpoints: 2 }, { zone: 'b', endpoints: 1 }, { zone: 'c', endpoints: 0 }];

  test('same zone: the clients of an emptied zone go to all others, nobody else moves', () => {
    expect(shown(walkThrough('sameZone', counts))).toEqual([
      ['', 'zone:a2 zone:a2', 'zone:b1 zone:b1', 'all:a2,b1'],
      ['a', 'all:b1', 'zone:b1 zone:b1', 'all:b1'],
      ['b', 'zone:a2 zone:a2', 'all:a2', 'all:a2'],
      ['a+b', 'all:', 'all:', 'all:'],
    ]);
  });

  test('same node: a node with an endpoint keeps to it', () => {
    expect(shown(walkThrough('sameNode', counts))[0]).toEqual(['', 'node:a1 zone:a2', 'node:b1 zone:b1', 'all:a2,b1']);
  });

  test('own node: another node reaches nothing', () => {
    expect(shown(walkThrough('ownNode', counts))[1]).toEqual(['a', 'node:', 'node:b1 node:', 'node:']);
  });

  test('a single zone is emptied once', () => {
    expect(walkThrough('sameZone', [{ zone: 'a', endpoints: 1 }]).map(stage => stage.emptied)).toEqual([[], ['a']]);
  });
});
