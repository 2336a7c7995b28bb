import type { ComponentType } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'

/** A part made of antd and the look it needs, loaded side by side. */
export async function loadWithAntd<P extends object>(load: () => Promise<ComponentType<P>>) {
  const [{ AntdProvider }, Part] = await Promise.all([import('../../theme/antd-provider.tsx'), load()])
  return function WithAntd(props: P) {
    return (
      <AntdProvider>
        <Part {...props} />
      </AntdProvider>
    )
  }
}

/** A part of a public page that is made of antd, loaded when it is first drawn: the page itself does without. */
export const lazyWithAntd = <P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>) =>
  lazyComponent(() => loadWithAntd(load), Waiting)
