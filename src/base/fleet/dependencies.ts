import { ApiObject, Chart } from 'cdk8s';
import { IConstruct } from 'constructs';

/**
 * Makes implied dependencies explicit, as cdk8s does before it orders charts and objects: of a chart on the charts inside it, of charts on the
 * charts of what their constructs depend on, and of objects on the objects of what they depend on. Once is enough: nothing new is implied by
 * what it adds.
 *
 * Source: cdk8s src/app.ts (2.70.106), resolveDependencies
 *
 * @returns whether a chart depends on another one, which has the files numbered
 */
export function resolveDependencies(app: IConstruct): boolean {
  const constructs = app.node.findAll();
  const nested = dependOnNested(constructs);
  const across = dependencies(constructs).filter(({ source, target }) => Chart.of(source) !== Chart.of(target));
  across.forEach(({ source, target }) => Chart.of(source).node.addDependency(Chart.of(target)));
  const objects = objectsByConstruct();
  for (const { source, target } of dependencies(constructs)) {
    const sources = objects(source);
    for (const each of objects(target)) {
      sources.filter(object => object !== each).forEach(object => object.node.addDependency(each));
    }
  }
  return nested || across.length > 0;
}

interface Dependency {
  readonly source: IConstruct;
  readonly target: IConstruct;
}

function dependencies(constructs: readonly IConstruct[]): Dependency[] {
  return constructs.flatMap(source => source.node.dependencies.map(target => ({ source, target })));
}

function dependOnNested(constructs: readonly IConstruct[]): boolean {
  let found = false;
  for (const chart of constructs.filter(Chart.isChart)) {
    for (const inner of chart.node.children.filter(Chart.isChart)) {
      chart.node.addDependency(inner);
      found = true;
    }
  }
  return found;
}

/** The objects of a construct in its own chart. Many depend on the same one, and each is looked through once. */
function objectsByConstruct(): (construct: IConstruct) => readonly ApiObject[] {
  const known = new Map<IConstruct, readonly ApiObject[]>();
  return construct => {
    const objects = known.get(construct) ?? objectsOf(construct, Chart.of(construct));
    known.set(construct, objects);
    return objects;
  };
}

/** The objects below a construct that belong to a chart, and not to one inside it. */
function objectsOf(construct: IConstruct, chart: Chart): ApiObject[] {
  return construct.node.findAll().filter(ApiObject.isApiObject).filter(object => Chart.of(object) === chart);
}
