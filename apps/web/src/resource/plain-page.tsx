import type { AnyResource } from '@natim/contract/resource/define-resource'
import { fromContract } from './from-contract.ts'
import { ListPage } from './parts/list-page.tsx'

/** The page of a resource without custom parts. */
export function plainPage(described: AnyResource) {
  const resource = fromContract(described)
  return function PlainPage() {
    return <ListPage resource={resource} />
  }
}
