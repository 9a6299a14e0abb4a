import { cdk8s } from 'projen';
import { NodePackageManager, NpmAccess } from 'projen/lib/javascript';

// The newest releases the library is built and tested with; the peer floors are lower (see docs/architecture.md).
const CDK8S = '2.70.106';
const CDK8S_PLUS = '2.5.6';
const CONSTRUCTS = '10.8.1';

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-ai-workloads',
  description: 'Typed, validated cdk8s constructs for AI training and inference on Kubernetes',
  author: 'cdk8s-ai-workloads authors',
  authorAddress: 'cdk8s-ai-workloads@users.noreply.github.com',
  repositoryUrl: 'https://github.com/cdk8s-ai-workloads/cdk8s-ai-workloads.git',
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk8s-ai-workloads authors',
  defaultReleaseBranch: 'main',
  projenrcTs: true,
  packageManager: NodePackageManager.NPM,
  npmAccess: NpmAccess.PUBLIC,
  minNodeVersion: '20.16.0',
  keywords: ['cdk8s', 'kubernetes', 'ai', 'llm', 'gpu', 'training', 'inference', 'leaderworkerset', 'statefulset', 'job'],

  cdk8sVersion: '2.70.0',
  constructsVersion: '10.5.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  peerDependencyOptions: { pinnedDevDependency: false },
  devDeps: [
    `cdk8s@${CDK8S}`,
    `cdk8s-plus-28@${CDK8S_PLUS}`,
    `constructs@${CONSTRUCTS}`,
    'fast-check',
    'yaml',
  ],

  jsiiVersion: '~6.0.0',
  typescriptVersion: '~6.0.0',
  publishToPypi: { distName: 'cdk8s-ai-workloads', module: 'cdk8s_ai_workloads' },
  publishToMaven: {
    javaPackage: 'io.github.cdk8sai.workloads',
    mavenGroupId: 'io.github.cdk8s-ai',
    mavenArtifactId: 'cdk8s-ai-workloads',
  },
  publishToNuget: { dotNetNamespace: 'Cdk8sAi.Workloads', packageId: 'Cdk8sAi.Workloads' },
  publishToGo: { moduleName: 'github.com/cdk8s-ai-workloads/cdk8s-ai-workloads-go' },

  github: false,
  depsUpgrade: false,
});

project.synth();
