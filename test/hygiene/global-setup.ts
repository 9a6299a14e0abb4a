export { enter as default } from './own-temporary-folder';
