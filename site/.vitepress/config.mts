import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { asText, slug } from './markdown.ts';

// `npm run docs:site` has written the pages and the navigation.
const navigation = JSON.parse(readFileSync(new URL('../pages/navigation.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'cdk8s-ai-workloads',
  description: 'Typed, validated cdk8s constructs for AI training and inference on Kubernetes',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  // For a site that is not at the root of its host.
  base: process.env.SITE_BASE ?? '/',
  lastUpdated: false,
  // Without an icon: browsers would ask for one that is not there.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Headings have the ids that they have on GitHub, so that links work in both places.
    anchor: { slugify: slug },
    toc: { slugify: slug },
    config: asText,
  },
  // The pictures are drawn by a library that is loaded on pages that have one.
  vite: { build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    search: { provider: 'local', options: { detailedView: true } },
    outline: { level: [2, 2] },
    nav: navigation.nav,
    sidebar: navigation.sidebar,
    docFooter: { prev: false, next: false },
  },
});
