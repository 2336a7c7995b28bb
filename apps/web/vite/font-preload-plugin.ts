import type { HtmlTagDescriptor, Plugin } from 'vite'

const FIRST_FONTS = /barlow-latin-(?:400|500)-normal.*\.woff2$/

/** Preloads the two font weights of every first screen, so that digits do not change shape after the paint. */
export function fontPreloadPlugin(): Plugin {
  return {
    name: 'natim:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const fonts = Object.keys(bundle ?? {}).filter((name) => FIRST_FONTS.test(name))
        return fonts.map(
          (name): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head',
          }),
        )
      },
    },
  }
}
