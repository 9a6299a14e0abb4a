/* Runs in the page, not in Node: an expression whose value is what the tests ask of it (browser.ts evaluates its text). */
(() => {
  const channels = colour => (colour.match(/[\d.]+/g) ?? []).map(Number);
  /* Source: WCAG 2.2, relative luminance and contrast ratio */
  const luminance = rgb => {
    const [red, green, blue] = rgb.slice(0, 3).map(each => each / 255).map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((first, second) => first - second);
    return (light + 0.05) / (dark + 0.05);
  };
  const behind = element => {
    for (let each = element; each !== null; each = each.parentElement) {
      const ground = channels(getComputedStyle(each).backgroundColor);
      if (ground.length === 3 || ground[3] > 0) {
        return ground;
      }
    }
    return [255, 255, 255];
  };
  const isClipped = element => element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement));
  const isHidden = element => element.closest('script, style, .skip') !== null || !element.checkVisibility() || isClipped(element);
  // An element in a line wraps with it: its own box is that of the block around it.
  const blockAround = element => {
    let block = element;
    while (getComputedStyle(block).display === 'inline' && block.parentElement !== null) {
      block = block.parentElement;
    }
    return block;
  };
  const linesOf = node => {
    const element = node.parentElement;
    const text = node.nodeValue.trim().slice(0, 60);
    const range = document.createRange();
    range.selectNodeContents(node);
    const contrast = ratio(channels(getComputedStyle(element).color), behind(element));
    const around = blockAround(element).getBoundingClientRect();
    return [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5).map(({ left, right, top, bottom }) => {
      const outside = Math.max(around.left - left, right - around.right, around.top - top, bottom - around.bottom, 0);
      return { text, left, right, top, bottom, contrast, outside };
    });
  };
  const seen = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
  const begin = element => element.outerHTML.slice(0, 80);
  return {
    textBoxes: () => {
      const found = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.nodeValue.trim() !== '' && !isHidden(node.parentElement)) {
          found.push(...linesOf(node));
        }
      }
      return found;
    },
    widthOfAll: () => document.documentElement.scrollWidth,
    interactive: () => seen('a[href], button, input, summary, [tabindex]').map(begin),
    focused: () => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return { at: begin(document.activeElement), outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) };
    },
    letGo: () => {
      document.activeElement.blur();
      window.scrollTo(0, 0);
    },
    shownWorkloads: () => seen('article, tr[data-of]').map(each => each.id || each.getAttribute('data-of')),
    openParts: () => [...document.querySelectorAll('article details')].filter(each => each.open).length,
    firstFindingLink: () => document.querySelector('nav a[href^="#f"]')?.getAttribute('href') ?? null,
    isSeen: selector => document.querySelector(selector).checkVisibility(),
    ground: () => getComputedStyle(document.body).backgroundColor,
    bars: () => [...document.querySelectorAll('.time rect')].map(each => {
      const { fill, stroke } = getComputedStyle(each);
      return ratio(channels(fill === 'none' ? stroke : fill), channels(getComputedStyle(each.closest('svg')).backgroundColor));
    }),
  };
})()
