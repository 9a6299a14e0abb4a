import { testEffects } from '../../given/effects';

testEffects(__dirname, 'DeviceClass', 'effects-device-class.txt');
testEffects(__dirname, 'ResourceClaimTemplate', 'effects-resource-claim-template.txt');
