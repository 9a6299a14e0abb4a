export { leave as default } from './own-temporary-folder';
