import * as R from '@/resource/index.ts'
import { station } from './station-resource.tsx'

/** /mon/station/list 站点管理. */
export default function StationListPage() {
  return <R.ListPage resource={station} />
}
