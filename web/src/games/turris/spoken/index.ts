// Turris for people who do not see the tower: columns, levels, views and scores in words.

import { seatLabel } from "../../../app/shell/names";
import { type Language, t } from "../../../i18n/language.svelte";
import type { SpokenGame } from "../../view";
import { topOf } from "../blocks";
import type { View } from "../schema";
import { blockOf, type TurrisMove, type TurrisTable } from "../table.svelte";
import type { SpokenWords } from "./en";

const WORDS: Record<Language, () => Promise<SpokenWords>> = {
  en: async () => (await import("./en")).en,
  fr: async () => (await import("./fr")).fr,
  it: async () => (await import("./it")).it,
  de: async () => (await import("./de")).de,
};

export async function speak(table: TurrisTable, language: Language): Promise<SpokenGame> {
  const words = await WORDS[language]();
  const { colours, views } = t().turris;

  /** The colour, and whose it is. */
  const side = (seat: number) => words.side(colours[seat]!, seatLabel(table.session.table, seat));

  function describeScore(): string[] {
    const { points, views: scored } = table.scene;
    return [
      ...points.map((sum, seat) => words.total(side(seat), sum)),
      ...scored.map((view) => `${t().turris.viewInWords(views[view.name], ...view.points)}.`),
    ];
  }

  function describeHand(): string[] {
    const { left, has_bonus, turn } = table.observation;
    const bonus = has_bonus && turn !== null ? [words.bonus(side(turn))] : [];
    return [...left.map((count, seat) => words.left(side(seat), count)), ...bonus];
  }

  function describePlace(name: string): string[] | null {
    const column = table.scene.heights.findIndex((_, at) => table.column(at) === name);
    if (column >= 0) return describeColumn(column);
    const level = Number(name);
    if (Number.isInteger(level) && level > 0 && level <= Math.max(...table.scene.heights) + 1)
      return describeLevel(level);
    const view = table.scene.views.find((view) => views[view.name].toLowerCase().startsWith(name));
    return view ? describeView(view) : null;
  }

  /** A column from the top down: what is built on comes first. */
  function describeColumn(column: number): string[] {
    const blocks = table.observation.blocks
      .filter(({ columns }) => columns.includes(column))
      .sort((one, other) => other.level - one.level);
    const barred = table.observation.barred.filter(([at]) => at === column).map(([, level]) => level);
    return [
      words.height(table.column(column), table.scene.heights[column]!),
      ...blocks.map((block) => words.block(table.levels(block), colours[block.seat]!, table.pose(block, column))),
      ...(barred.length ? [words.barred(barred)] : []),
    ];
  }

  function describeLevel(level: number): string[] {
    const cells = table.scene.heights.map((_, column) => {
      const block = table.observation.blocks.find(
        (block) => block.columns.includes(column) && block.level <= level && topOf(block) >= level,
      );
      return block
        ? words.cell(table.column(column), colours[block.seat]!, table.pose(block, column))
        : words.emptyCell(table.column(column));
    });
    return [words.level(level), ...cells];
  }

  /** A view row by row from the top, and the largest areas. */
  function describeView(view: View): string[] {
    const rows = view.grid.map((row, index) =>
      words.row(
        view.name === "roof" ? null : view.grid.length - index,
        row.map((seat) => (seat === null ? words.nothing : colours[seat]!)),
      ),
    );
    return [`${t().turris.viewInWords(views[view.name], ...view.points)}.`, ...rows];
  }

  return {
    describeScore,
    describeHand,
    describePlace,
    placeNames: () => ["a1 … c3", words.levels, ...Object.values(views)],
    describeOption: (move: TurrisMove) => {
      const block = blockOf(move);
      if (block === null || move.type === "TakeBlockOff") return table.describeMove(move);
      const place = block.columns.map((column) => table.column(column)).join(" ");
      const earns = move.events.some(({ type }) => type === "BonusEarned");
      return words.option(place, block.columns.length === 1, table.levels(block), earns);
    },
  };
}
