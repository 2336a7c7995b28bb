import { station } from '@natim/contract/mon/station.resource'
import { defineResource, type FieldKey } from '@/resource/define-resource.ts'

type Definition<K extends FieldKey<typeof station.endpoints, typeof station.form>> = Parameters<
  typeof defineResource<typeof station.endpoints, typeof station.form, K>
>[0]

/** A resource with the endpoints and form of stations, and the test's own fields. */
export const stationsWith = <K extends FieldKey<typeof station.endpoints, typeof station.form>>(
  fields: Definition<K>['fields'],
) =>
  defineResource<typeof station.endpoints, typeof station.form, K>({
    title: '站点',
    entityLabel: '站点',
    measureWord: '个',
    endpoints: station.endpoints,
    form: station.form,
    defaultSort: { field: 'createTime', order: 'desc' },
    fields,
  })
