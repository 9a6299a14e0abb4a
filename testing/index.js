// @ts-check
'use strict';

/*
 * Matchers for `expect.extend` of Jest and Vitest. Each asks SynthesizedObjects, which other test frameworks and languages use as it is, and adds `.not`.
 */
const { FindingSeverity, SynthesizedObjects } = require('cdk8s-ai-workloads');

/** @typedef {{ pass: boolean, message: () => string }} Result What both frameworks take. */
/** @typedef {import('cdk8s-ai-workloads').SynthesizedObjects} Objects */

/**
 * @param {unknown} received An app, a chart, a construct, objects as data, YAML, or SynthesizedObjects.
 * @returns {Objects}
 */
function objectsOf(received) {
  if (received instanceof SynthesizedObjects) {
    return received;
  }
  if (typeof received === 'string') {
    return SynthesizedObjects.fromYaml(received);
  }
  return Array.isArray(received) ? SynthesizedObjects.fromManifests(received) : SynthesizedObjects.of(/** @type {import('constructs').IConstruct} */ (received));
}

/**
 * @param {() => void} assertion Throws an AssertionError with what is wrong.
 * @param {() => string} otherwise What is wrong where it should have failed.
 * @returns {Result}
 */
function asked(assertion, otherwise) {
  try {
    assertion();
    return { pass: true, message: otherwise };
  } catch (error) {
    // Wrong use stays an error, with `.not` as well.
    if (!(error instanceof Error) || error.name !== 'AssertionError') {
      throw error;
    }
    const { message } = error;
    return { pass: false, message: () => message };
  }
}

/** @param {unknown} pattern @returns {string} */
function shown(pattern) {
  return JSON.stringify(pattern);
}

exports.matchers = {
  /** @param {unknown} received @param {{ [field: string]: any }} pattern */
  toContainObject(received, pattern) {
    const objects = objectsOf(received);
    return asked(() => objects.hasObject(pattern), () => [`expected no object that matches ${shown(pattern)}, found`,
      ...objects.find(pattern).map(({ kind, metadata }) => `  ${kind} ${metadata?.namespace ? `${metadata.namespace}/` : ''}${metadata?.name}`)].join('\n'));
  },

  /** @param {unknown} received @param {import('cdk8s-ai-workloads').KubernetesVersion} kubernetes */
  toBeAcceptedBy(received, kubernetes) {
    const objects = objectsOf(received);
    return asked(() => objects.isAcceptedBy(kubernetes), () => `expected that an API server of Kubernetes ${kubernetes} does not take these objects as they are, but it does`);
  },

  /** @param {unknown} received @param {import('cdk8s-ai-workloads').FindingSeverity} [atLeast] */
  toHaveNoFindings(received, atLeast = FindingSeverity.INFO) {
    const objects = objectsOf(received);
    return asked(() => objects.hasNoFindings(atLeast), () => 'expected that the checks find something, but they find nothing');
  },

  /** @param {unknown} received @param {unknown} before */
  toRestartNothingAgainst(received, before) {
    const changes = objectsOf(received).changesFrom(objectsOf(before));
    return asked(() => changes.restartsNothing(), () => 'expected that the change restarts pods, but it restarts none');
  },

  /** @param {unknown} received @param {unknown} before */
  toLoseNothingAgainst(received, before) {
    const changes = objectsOf(received).changesFrom(objectsOf(before));
    return asked(() => changes.losesNothing(), () => 'expected that the change moves, loses or leaves behind data, but all stay where they are');
  },
};
