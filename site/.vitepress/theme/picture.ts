import { useData } from 'vitepress';
import { defineComponent, h, onMounted, ref, watch } from 'vue';

let count = 0;

/** A flowchart, drawn where it is read; its text stands there until then, and where there are no scripts. */
export const Picture = defineComponent({
  props: { flowchart: { type: String, required: true } },
  setup(props) {
    const { isDark } = useData();
    const drawn = ref('');
    const draw = async () => {
      const { default: mermaid } = await import('mermaid');
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? 'dark' : 'neutral' });
      drawn.value = (await mermaid.render(`picture-${count++}`, decodeURIComponent(props.flowchart))).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => drawn.value ? h('div', { class: 'picture', innerHTML: drawn.value }) : h('pre', { class: 'picture' }, decodeURIComponent(props.flowchart));
  },
});
