import { CheckOptions } from '../run/check-finding';

/**
 * The checks as a validation plugin of `cdk8s synth`, for apps in any language and for whatever else writes into the output folder. In `cdk8s.yaml`:
 *
 * ```yaml
 * validations:
 *   - package: ./node_modules/cdk8s-ai-workloads
 *     version: 1.0.0
 *     class: ChecksValidation
 *     properties:
 *       kubernetes: "1.34"
 * ```
 *
 * cdk8s-cli asks for a version and uses it for packages of the registry only. `CDK8S_RECORD_CONSTRUCT_METADATA=false` keeps it from leaving
 * `construct-metadata.json` in the output folder, which `kubectl apply -f` refuses.
 *
 * Errors are violations, and `cdk8s synth` ends with status 2. Warnings and infos fail nothing and go to standard error. The nearest
 * `.cdk8s-ai.yaml` counts as it does for `cdk8s-ai lint`; the properties go before it.
 */
export class ChecksValidation {
  /**
   * Made by `cdk8s synth` with the `properties` of the configuration.
   *
   * @param options What the manifests are for.
   */
  public constructor(private readonly options: CheckOptions = {}) {}

  /**
   * Checks the written manifests. Called by `cdk8s synth`.
   *
   * @param context The manifests and the report, as cdk8s-cli gives them to its plugins.
   */
  public async validate(context: any): Promise<void> {
    // Loaded late: an app that only constructs does not pay for rules.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const { validateManifests } = require('./validate-manifests') as typeof import('./validate-manifests');
    validateManifests(context, this.options);
  }
}
