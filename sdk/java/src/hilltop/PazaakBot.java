package hilltop;

/** A bot for Pazaak. */
@FunctionalInterface
public interface PazaakBot extends Bot<PazaakView, PazaakMove> {}
