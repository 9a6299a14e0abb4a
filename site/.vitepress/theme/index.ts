import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { Picture } from './picture.ts';
import './style.css';

export default { extends: DefaultTheme, enhanceApp: ({ app }) => { app.component('Picture', Picture); } } satisfies Theme;
