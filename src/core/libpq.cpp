// The functions of libpq that Hilltop calls, as libpq-fe.h declares them: the first call loads the
// library. If it were linked, it and what it needs (LDAP, Kerberos, two libraries for TLS) would
// take half of the time in which the program starts, and nearly no start opens a database.
#include <dlfcn.h>
#include <libpq-fe.h>
#include <stdexcept>
#include <string>

namespace hilltop {
namespace {

// Throws if libpq is not installed, or does not have the function.
void* found_in_libpq(const char* name) {
  static void* const library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  static const std::string why = library == nullptr ? dlerror() : "";
  void* const found = library == nullptr ? nullptr : dlsym(library, name);
  if (found == nullptr)
    throw std::runtime_error("the library of PostgreSQL cannot be used (" +
                             (why.empty() ? std::string("it has no ") + name : why) +
                             "); on Debian it is the package libpq5");
  return found;
}

template <auto* declared>
auto libpq(const char* name) {
  static const auto loaded = reinterpret_cast<decltype(declared)>(found_in_libpq(name));
  return loaded;
}

}  // namespace
}  // namespace hilltop

using hilltop::libpq;

extern "C" {

PGconn* PQconnectdb(const char* address) { return libpq<PQconnectdb>("PQconnectdb")(address); }
PGconn* PQconnectdbParams(const char* const* names, const char* const* values, int expand) {
  return libpq<PQconnectdbParams>("PQconnectdbParams")(names, values, expand);
}
PGPing PQping(const char* address) { return libpq<PQping>("PQping")(address); }
void PQfinish(PGconn* connection) { libpq<PQfinish>("PQfinish")(connection); }

PQconninfoOption* PQconninfoParse(const char* address, char** error) {
  return libpq<PQconninfoParse>("PQconninfoParse")(address, error);
}
void PQconninfoFree(PQconninfoOption* options) { libpq<PQconninfoFree>("PQconninfoFree")(options); }

ConnStatusType PQstatus(const PGconn* connection) {
  return libpq<PQstatus>("PQstatus")(connection);
}
char* PQuser(const PGconn* connection) { return libpq<PQuser>("PQuser")(connection); }
char* PQerrorMessage(const PGconn* connection) {
  return libpq<PQerrorMessage>("PQerrorMessage")(connection);
}
int PQconnectionNeedsPassword(const PGconn* connection) {
  return libpq<PQconnectionNeedsPassword>("PQconnectionNeedsPassword")(connection);
}
PQnoticeProcessor PQsetNoticeProcessor(PGconn* connection, PQnoticeProcessor take, void* with) {
  return libpq<PQsetNoticeProcessor>("PQsetNoticeProcessor")(connection, take, with);
}

PGresult* PQexec(PGconn* connection, const char* statements) {
  return libpq<PQexec>("PQexec")(connection, statements);
}
PGresult* PQexecParams(PGconn* connection, const char* statement, int count, const Oid* types,
                       const char* const* values, const int* sizes, const int* formats,
                       int format_of_result) {
  return libpq<PQexecParams>("PQexecParams")(connection, statement, count, types, values, sizes,
                                             formats, format_of_result);
}

ExecStatusType PQresultStatus(const PGresult* result) {
  return libpq<PQresultStatus>("PQresultStatus")(result);
}
char* PQresultErrorField(const PGresult* result, int field) {
  return libpq<PQresultErrorField>("PQresultErrorField")(result, field);
}
char* PQcmdStatus(PGresult* result) { return libpq<PQcmdStatus>("PQcmdStatus")(result); }
int PQntuples(const PGresult* result) { return libpq<PQntuples>("PQntuples")(result); }
int PQfformat(const PGresult* result, int column) {
  return libpq<PQfformat>("PQfformat")(result, column);
}
char* PQgetvalue(const PGresult* result, int row, int column) {
  return libpq<PQgetvalue>("PQgetvalue")(result, row, column);
}
int PQgetlength(const PGresult* result, int row, int column) {
  return libpq<PQgetlength>("PQgetlength")(result, row, column);
}
int PQgetisnull(const PGresult* result, int row, int column) {
  return libpq<PQgetisnull>("PQgetisnull")(result, row, column);
}
void PQclear(PGresult* result) { libpq<PQclear>("PQclear")(result); }

unsigned char* PQunescapeBytea(const unsigned char* text, std::size_t* size) {
  return libpq<PQunescapeBytea>("PQunescapeBytea")(text, size);
}
void PQfreemem(void* memory) { libpq<PQfreemem>("PQfreemem")(memory); }

}  // extern "C"
