import { testEffects } from '../../given/effects';

testEffects(__dirname, 'Sweep');
