import { toDoTable } from "@/components/portfolio/ToDoList.tsx";
import { ListPage } from "@/components/ui/ListTable.tsx";
import { Notice } from "@/components/ui/Page.tsx";
import { readList } from "@/components/web/read_list.ts";
import { unreadText } from "@/lib/portfolio/text_to_do.ts";
import { readToDo } from "@/lib/portfolio/to_do_pages.ts";
import { links } from "@/lib/ui/links.ts";
import { define, HttpError, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const organisation = state.place?.organisation;
    if (!organisation) throw new HttpError(404, "not-found");
    state.menuPath = links.residences();
    const read = await readToDo(state, organisation.id);
    const { rows, file } = readList(url, [...read.lines, ...read.postponed], toDoTable(read));
    return file ?? page({ organisation, rows, unread: read.unread });
  },
});

/** All there is to do across the residences; the home page lists the first ones. @spec projects.to-do */
export default define.page<typeof handler>(({ data: { organisation, rows, unread } }) => (
  <ListPage {...rows} organisation={organisation.name}>
    {unread.length > 0 && <Notice tone="bad" title={unreadText(unread)} />}
  </ListPage>
));
