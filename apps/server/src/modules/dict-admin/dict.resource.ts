import { dict, dictItem } from '@natim/contract/system/dict.resource'
import { serve } from '../resource/index.ts'
import { ITEMS_OF_DICT } from './dict-admin.repository.ts'

/** Deleted dictionaries go to the recycle bin. */
export const DICT = serve(dict, {
  table: 'sysDict',
  subTables: { sysDictItem: ITEMS_OF_DICT },
  softDelete: { column: 'delFlag', live: 0, deleted: 1 },
})

/** An item cannot change its dictionary. */
export const DICT_ITEM = serve(dictItem, {
  table: 'sysDictItem',
  conflicts: {
    sys_dict_item_dict_id_item_value_key: 'dict.value_in_use',
    sys_dict_item_dict_id_fkey: 'row.not_found',
  },
})
