/*
 * What the public classes of the kit load when a test first asks something: it needs the rules, the schema and the reader of YAML.
 */
export { AssertionFailed, expectNone } from './assertion';
export { compare } from './compared';
export { Loaded, objectsOf, objectsOfData, objectsOfFolder, objectsOfYaml } from './loaded';
export { rankTableOf } from './ranks';
export { checkPattern, copyOf, matching, onlyMatching, requireCount, requireMatching } from './searched';
export { findingLines, restartText } from './texts';
export { publicFindings } from '../lint/run/check-data';
