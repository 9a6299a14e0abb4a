import { removeTemporaryFolders } from './temporary';

afterAll(removeTemporaryFolders);
