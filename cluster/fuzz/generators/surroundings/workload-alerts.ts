import * as fc from 'fast-check';
import { WorkloadAlert, WorkloadAlertsProps } from '../../../../src';
import { Expression, Statement, construct, list, path } from '../../expression';
import { Expressions, Setting, absent, literals, maps, mostly, rarely, sometimes, struct, values } from '../combinators';
import { vllm } from '../engines';
import { counts, durations } from '../numbers';
import { fresh, labels } from '../references';
import { formed, names } from '../texts';

export function alerts(setting: Setting, workload: Expressions): fc.Arbitrary<Statement[]> {
  return fc.tuple(fresh, struct<WorkloadAlertsProps>({
    workload,
    name: rarely(literals(names(setting, 'alerts'))),
    labels: sometimes(labels(setting)),
    alertLabels: sometimes(maps(formed(setting, fc.constantFrom('team', 'tier')).map(textOf), literals(names(setting, 'ml')), 2)),
    leaveOut: absent(50, unwanted(setting)),
    queueDepth: rarely(counts(setting, 1, 50)),
    kvCacheUsage: rarely(values(0.8, 0.9)),
    preemptionsPerMinute: rarely(counts(setting, 0, 5)),
    timeToFirstToken: rarely(durations(setting, 1, 30)),
    errorShare: rarely(values(0, 0.1)),
    restarts: rarely(counts(setting, 1, 9)),
    volumeUsage: rarely(values(0.5, 0.95)),
    engine: absent(80, vllm(setting, { tensor: 1, pipeline: 1, data: 1 })),
    startTime: sometimes(durations(setting, 1, 3000)),
    podNames: absent(60, formed(setting, fc.constantFrom('w-[a-z0-9]+-[a-z0-9]{5}', 'w-[0-9]+|w-router'))),
    zoneLabel: sometimes(formed(setting, fc.constantFrom('zone'))),
    runbookUrl: rarely(formed(setting, fc.constantFrom('https://runbooks.example.com', 'https://runbooks.example.com/inference/'))),
  })).map(([id, props]) => [{ value: construct('WorkloadAlerts', path('chart'), id, props) }]);
}

function textOf(expression: Expression): string {
  return expression.is === 'literal' ? String(expression.value) : 'team';
}

/** Each once, in tidy programs. */
function unwanted(setting: Setting): Expressions {
  const alert = fc.constantFrom(...Object.keys(WorkloadAlert));
  return mostly(setting, fc.uniqueArray(alert, { maxLength: 8 }), fc.array(alert, { maxLength: 8 })).map(chosen => list(chosen.map(each => path(`WorkloadAlert.${each}`))));
}
