import { describeGroup } from './describe-group';

describeGroup(__filename);
