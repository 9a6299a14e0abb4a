import { ApiObject, Chart, Names, YamlOutputType } from 'cdk8s';
import { topology } from './topology';

/** A file of a synth. */
export interface OutputFile {
  /** Folder below the output directory, if the file is in one of its own. */
  readonly folder?: string;
  /** Without folder and extension; undefined where there is a folder and nothing in it. */
  readonly name?: string;
  readonly documents: readonly unknown[];
}

/**
 * The files that cdk8s writes, one at a time, so that an object is rendered when its file is due.
 *
 * Source: cdk8s src/app.ts (2.70.106), App.synth
 *
 * @param numbered whether the order in which to apply the charts stands in their names
 */
export function* outputFiles(type: YamlOutputType, charts: readonly Chart[], numbered: boolean): Generator<OutputFile> {
  if (type === YamlOutputType.FILE_PER_APP && charts.length > 0) {
    yield { name: 'app', documents: charts.flatMap(documentsOf) };
    return;
  }
  for (const [index, chart] of charts.entries()) {
    const name = () => (numbered ? `${index.toString().padStart(4, '0')}-` : '') + Names.toDnsLabel(chart);
    if (type === YamlOutputType.FILE_PER_CHART) {
      yield { name: name(), documents: documentsOf(chart) };
    } else if (type === YamlOutputType.FILE_PER_RESOURCE) {
      yield* documentsOf(chart).filter(each => each !== undefined).map(each => ({ name: fileName(each as ApiObject), documents: [each] }));
    } else if (type === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) {
      yield* folder(name(), chart);
    }
  }
}

function* folder(name: string, chart: Chart): Generator<OutputFile> {
  yield { folder: name, documents: [] };
  for (const object of objectsOf(chart)) {
    yield { folder: name, name: fileName(object), documents: [object.toJson()] };
  }
}

/** Of an object or of what it renders to. */
function fileName({ kind, metadata }: ApiObject): string {
  return `${kind}.${metadata.name}`.replace(/[^0-9a-zA-Z-_.]/g, '');
}

/** What a chart renders to. One that has its own `toJson`, in whatever language, is asked, and has cdk8s go through the whole app. */
export function documentsOf(chart: Chart): unknown[] {
  return chart.toJson === Chart.prototype.toJson ? objectsOf(chart).map(object => object.toJson() as unknown) : Object.values(chart.toJson());
}

/** The objects of a chart without those of charts inside it, those that others depend on first. */
export function objectsOf(chart: Chart): ApiObject[] {
  return topology(chart.node).filter((construct): construct is ApiObject => ApiObject.isApiObject(construct) && Chart.of(construct) === chart);
}
