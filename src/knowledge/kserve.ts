/*
 * Source: kserve pkg/constants/constants.go InferenceServiceDefaultHttpPort, InferenceServiceContainerName, TransformerContainerName (main of 2026-08)
 */

export const KSERVE_GROUP = 'serving.kserve.io';

/** Where requests go where no port is declared. */
export const INFERENCE_SERVICE_PORT = 8080;

/** The container that serves. */
export const KSERVE_CONTAINER = 'kserve-container';

/** The one beside it that answers for it. */
export const KSERVE_TRANSFORMER = 'transformer-container';
