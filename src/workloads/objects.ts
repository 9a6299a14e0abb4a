import { ApiObject, ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Labels } from '../base/labels';
import { BudgetPlan, renderBudget } from '../pod/scheduling/disruption-budget';
import { ObjectOptions, createObject } from '../pod/template/plain-api-object';

/** The namespace of a pattern's objects. Undefined outside a chart, where names are valid inside their namespace only. */
export function namespaceOf(construct: Construct, metadata: ApiObjectMetadata | undefined): string | undefined {
  return metadata?.namespace ?? (construct.node.scopes.some(Chart.isChart) ? Chart.of(construct).namespace : undefined);
}

/** What protects the pods of a workload, as far as it was asked for. */
export interface Guards {
  readonly budget?: BudgetPlan;
  readonly isolate?: boolean;
}

/** A budget over all pods of a workload, and a policy that cuts them off from other traffic. */
export function createGuards(scope: Construct, options: ObjectOptions, { budget, isolate = false }: Guards, selector: Labels): void {
  if (budget) {
    createBudget(scope, 'Budget', options, budget, selector);
  }
  if (isolate) {
    createIsolation(scope, 'Isolation', options, selector);
  }
}

/** One PodDisruptionBudget. */
export function createBudget(scope: Construct, id: string, options: ObjectOptions, plan: BudgetPlan, selector: Labels): ApiObject {
  return createObject(scope, id, 'policy/v1', 'PodDisruptionBudget', options, { spec: renderBudget(plan, selector) });
}

/**
 * A NetworkPolicy that isolates a workload except for traffic among its own pods (the rendezvous) and DNS. One policy with a
 * name of its own, whereas cdk8s-plus-28's `isolate` names it by a hash of the construct path and blocks the rendezvous too.
 */
function createIsolation(scope: Construct, id: string, options: ObjectOptions, selector: Labels): ApiObject {
  const own = { podSelector: { matchLabels: { ...selector } } };
  return createObject(scope, id, 'networking.k8s.io/v1', 'NetworkPolicy', options, {
    spec: {
      podSelector: { matchLabels: { ...selector } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [own] }],
      egress: [{ to: [own] }, { ports: [{ protocol: 'UDP', port: 53 }, { protocol: 'TCP', port: 53 }] }],
    },
  });
}
