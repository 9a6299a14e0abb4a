import * as path from 'path';
import { goList, goTexts, goValues } from './go-keys';
import { isChart, isKustomization } from './of-programs';
import { comparedFiles, isChainsaw } from './tests-of-others';
import { PlainObject } from '../../base/plain';

/**
 * Files and folders that hold no manifests of their own, since another program makes manifests of them: patches and settings of a kustomization, templates
 * of a chart, what a test compares with. What a kustomization calls its resources are manifests, and are checked as they are.
 *
 * Source: kustomize api/types/kustomization.go (v0.19); helm.sh/docs/topics/charts, The Chart File Structure
 */
export function partsOf(file: string, content: PlainObject): readonly string[] {
  const folder = path.dirname(file);
  const name = path.basename(file);
  if (isChart(name)) {
    return [path.join(folder, 'templates')];
  }
  if (isChainsaw(content.apiVersion)) {
    return comparedFiles(content.spec).map(each => path.join(folder, each));
  }
  return isKustomization(name, content) ? partsOfKustomization(content).map(each => path.join(folder, each)) : [];
}

/** The same of a kustomization, from its folder. */
export function partsOfKustomization(content: PlainObject): string[] {
  const paths = (key: string, field: string) => goList(content, key).flatMap(each => goTexts(each, field));
  // A patch may stand there itself, as a text of several lines.
  const named = (key: string) => goTexts(content, key).filter(each => !each.includes('\n'));
  const generated = ['configMapGenerator', 'secretGenerator'].flatMap(key => paths(key, 'files'));
  return [
    ...paths('patches', 'path'), ...paths('patchesJson6902', 'path'), ...named('patches'), ...named('patchesStrategicMerge'), ...paths('replacements', 'path'),
    ...named('configurations'), ...named('crds'), ...named('transformers'), ...named('generators'), ...named('validators'),
    ...paths('helmCharts', 'valuesFile'), ...paths('helmCharts', 'additionalValuesFiles'),
    ...goValues(content, 'openapi').flatMap(each => goTexts(each, 'path')),
    // `key=path`, or the path alone.
    ...generated.map(each => each.slice(each.indexOf('=') + 1)),
  ];
}
