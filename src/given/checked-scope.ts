import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { checkGiven } from './given';
import { duplicate, invalid, refuse } from '../base/errors/invalid-input';

/**
 * Checks the scope and id of a construct before it joins the tree. Without a chart above it there is no manifest and no synth to report the mistake, so
 * a wrong scope throws at once, and the program prints all mistakes it knows of as it ends.
 *
 * @param owner Name of the construct's class.
 */
export function checkedScope(owner: string, scope: Construct, id: string): Construct {
  try {
    checkScope(owner, scope, id);
    return scope;
  } catch (error) {
    throw error; // Its stack names the user's line, which Node would hide behind one of ours: node-do-not-add-exception-line
  }
}

function checkScope(owner: string, scope: Construct, id: string): void {
  const problems = [...checkGiven('constructs.Construct', scope, 'scope'), ...checkGiven('string', id, 'id')];
  refuse(problems.map(problem => ({ ...problem, field: `${owner}(${problem.field})` })));
  checkId(`${owner}(id)`, id);
  if (!scope.node.scopes.some(each => Chart.isChart(each))) {
    throw invalid(`${owner}(scope)`, scope, 'is no chart and in none, so nothing would be written', 'create it in a chart, or in something inside one');
  }
  if (scope.node.tryFindChild(id)) {
    throw duplicate(`${owner}(id)`, id, `${scope.node.path} has a construct with this id already`, 'give each construct an id of its own; in a loop, make it of what differs');
  }
}

/** Checks an id. `toString` and its like are refused: constructs keeps children in a plain object, and would take such a name as already used. */
export function checkId(field: string, id: string): void {
  if (id === '') {
    throw invalid(field, id, 'is empty', 'give the construct an id: its name comes from it');
  }
  if (id in Object.prototype) {
    throw invalid(field, id, 'is taken in every place: constructs finds a property of JavaScript under it', 'give another id, and set name where that name is meant');
  }
}
