import { CODE_DICTIONARIES } from '@natim/contract/dict'
import type { AnyResource, RowOf } from '@natim/contract/resource/define-resource'
import type { Field as Described } from '@natim/contract/resource/field'
import type { Field, Resource, ResourceEndpoints, ResourceRow } from './define-resource.ts'
import {
  choiceWidget,
  dictWidget,
  numberChoiceWidget,
  numberDictWidget,
  regionWidget,
} from './inputs/choice-inputs.tsx'
import type { FieldWidget } from './inputs/field-widget.ts'
import { dateTimeWidget, dateWidget, numberWidget, textAreaWidget } from './inputs/text-inputs.tsx'

type Drawn<Row> = Pick<Field<Row>, 'widget' | 'render'>

/** What the console adds: its own controls and cells, and what depends on the list. */
interface Own<R extends AnyResource, Row> extends Pick<Resource, 'restored' | 'isScoped'> {
  readonly fields?: { readonly [K in keyof R['fields']]?: Partial<Drawn<Row>> }
  readonly related?: Resource['related']
  nameOf?(row: Row): string
}

type Keys<R extends AnyResource> = keyof R['fields'] & string
type RowIn<R extends AnyResource> = RowOf<R> & ResourceRow

/** Builds the resource that lists and forms render from a resource of the contract. */
export function fromContract<R extends AnyResource>(
  resource: R,
  { fields = {}, related = [], ...own }: Own<R, RowIn<R>> = {},
): Resource<RowIn<R>, Keys<R>> {
  const { title, entityLabel, measureWord, endpoints, imports, form, sort, gridKey } = resource
  const drawn = Object.entries(resource.fields).flatMap(([key, field]) =>
    field.label === undefined ? [] : [[key, { ...drawnField(field), ...fields[key] }] as const],
  )
  return {
    title,
    entityLabel,
    measureWord,
    endpoints: endpoints as unknown as ResourceEndpoints,
    ...(gridKey !== undefined && { gridKey }),
    ...(imports && { imports: imports.endpoints }),
    form,
    defaultSort: sort,
    fields: Object.fromEntries(drawn) as Resource<RowIn<R>, Keys<R>>['fields'],
    related,
    ...own,
  }
}

function drawnField({ label = '', form, unique, refusals = [], help, choices, ...traits }: Described): Field<unknown> {
  const widget = widgetOf({ form, ...(choices && { choices }), ...traits })
  const stays = traits.isImmutable && form ? '保存后不能修改' : undefined
  const said = help ?? stays
  return {
    ...traits,
    label,
    ...(said !== undefined && { help: said }),
    refusals: unique ? [unique, ...refusals] : refusals,
    ...(widget && { widget }),
    ...(choices && { choices }),
  }
}

function widgetOf({
  dictionary,
  choices,
  isRegion,
  rows,
  type,
  form,
  unit,
  step,
}: Omit<Described, 'row' | 'hasCaption'>) {
  if (dictionary !== undefined) {
    const captions: Readonly<Record<string, string>> = CODE_DICTIONARIES[dictionary].items
    return type === 'number' ? numberDictWidget(dictionary, captions) : dictWidget(dictionary, captions)
  }
  if (choices) return type === 'number' ? numberChoiceWidget(choices) : choiceWidget(choices)
  if (isRegion) return regionWidget
  if (rows !== undefined) return textAreaWidget(rows)
  const byType: Partial<Record<string, FieldWidget>> = form ? { date: dateWidget, time: dateTimeWidget } : {}
  return type === 'number' ? numberWidget(unit, step) : byType[type ?? '']
}
