import type { ComponentType } from 'react'
import { lazyComponent } from '@/lib/lazy-component.ts'

/** Loads a part that uses antd, and antd's theme, in parallel. */
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

/** A part of a public page that uses antd, loaded on first render: the page itself does not need antd. */
export const lazyWithAntd = <P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>) =>
  lazyComponent(() => loadWithAntd(load), Waiting)
