import { testEffects } from '../../given/effects';

testEffects(__dirname, 'ZonalDeployments', 'effects-zonal-deployments.txt');
testEffects(__dirname, 'LocalityService', 'effects-locality-service.txt');
