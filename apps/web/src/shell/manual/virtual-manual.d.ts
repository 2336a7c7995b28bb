/** Made of docs/manual by vite/manual-plugin.ts. */
declare module 'virtual:manual' {
  export const chapters: readonly import('./chapter.ts').Chapter[]
}
