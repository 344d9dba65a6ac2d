/** Blocks of links by target have a level: 16 of level 0 are merged into one of level 1. */
export const sql = 'ALTER TABLE inlink_block ADD COLUMN level INTEGER NOT NULL DEFAULT 0;';

/** Readers look into all blocks and need no level. */
export const standIn = '';
