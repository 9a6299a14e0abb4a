import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { checkGiven } from './given';
import { invalid, refuse } from '../checks/invalid-input';

/**
 * The scope of a construct, looked at before the tree takes it: without a place in a chart there is no manifest, and no tree that could report it.
 *
 * @param owner Name of the construct's class.
 */
export function placeIn(owner: string, scope: Construct, id: string): Construct {
  const problems = [...checkGiven('constructs.Construct', scope, 'scope'), ...checkGiven('string', id, 'id')];
  refuse(problems.map(problem => ({ ...problem, field: `${owner}(${problem.field})` })));
  if (id === '') {
    throw invalid(`${owner}(id)`, id, 'is empty', 'give the construct an id: its name comes from it');
  }
  if (!scope.node.scopes.some(each => Chart.isChart(each))) {
    throw invalid(`${owner}(scope)`, scope, 'is no chart and in none, so nothing would be written', 'create it in a chart, or in something inside one');
  }
  return scope;
}
