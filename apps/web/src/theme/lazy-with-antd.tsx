import { type ComponentType, lazy } from 'react'

/** A part made of antd and the look it needs, loaded side by side. */
export async function loadWithAntd<P extends object>(load: () => Promise<ComponentType<P>>) {
  const [{ AntdProvider }, Part] = await Promise.all([import('./antd-provider.tsx'), load()])
  const WithAntd = (props: P) => (
    <AntdProvider>
      <Part {...props} />
    </AntdProvider>
  )
  return { default: WithAntd }
}

/** A part of a public page that is made of antd, loaded when it is first drawn: the page itself does without. */
export const lazyWithAntd = <P extends object>(load: () => Promise<ComponentType<P>>) => lazy(() => loadWithAntd(load))
