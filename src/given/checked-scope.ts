import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { checkGiven } from './given';
import { duplicate, invalid, refuse } from '../base/errors/invalid-input';

/**
 * The scope of a construct, looked at before the tree takes it: without a place in a chart there is no manifest, and no tree that could report it. So
 * this ends the program, which then says everything that it knows of.
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

/** An id that a construct can have. A place keeps its children in an object, where the names of what every object has are taken before the first child comes. */
export function checkId(field: string, id: string): void {
  if (id === '') {
    throw invalid(field, id, 'is empty', 'give the construct an id: its name comes from it');
  }
  if (id in Object.prototype) {
    throw invalid(field, id, 'is taken in every place: constructs finds a property of JavaScript under it', 'give another id, and set name where that name is meant');
  }
}
